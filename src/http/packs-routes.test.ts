import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";
import type { JsonObject } from "../base/json.ts";
import { makeTree } from "../sources/bundle/testing/make-tree.ts";

let close = async () => {};
afterEach(() => close());

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, ...options });
  close = api.close;
  return api;
}

type Api = Awaited<ReturnType<typeof open>>;
type Json = Record<string, never> & JsonObject;

const SKILL = `---
name: incident-triage
description: Triage production incidents; use for outages and error spikes.
---
# Triage
Read docs/runbook.md, then count with the tool.
`;

const TOOLS = {
  tools: [
    {
      name: "count_words",
      description: "Counts the words of a text.",
      inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      exec: { command: "node", args: ["{{pack_root}}/scripts/count.mjs", "{{text}}"] },
    },
  ],
};

function triage(more: Record<string, string> = {}): string {
  return makeTree({
    "SKILL.md": SKILL,
    "docs/runbook.md": "# Runbook\nFirst look at the graphs.\n",
    "scripts/count.mjs": "console.log(process.argv[2].split(' ').length)\n",
    "tools.json": JSON.stringify(TOOLS),
    ...more,
  });
}

async function add(api: Api, path = triage()) {
  const { status, body } = await api.post<Json>("/v1/packs", { path });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as unknown as { id: string; digest: string };
}

async function runPending(
  api: Api,
): Promise<{ tool_id: string; inputs: JsonObject; reason: string }> {
  const { body } = await api.get<{
    items: { id: string; tool_id: string; inputs: JsonObject; reason: string }[];
  }>("/v1/approvals?state=pending");
  const [approval] = body.items;
  if (!approval) throw new Error("Nobody asked.");
  const ran = await api.post<Json>(`/v1/approvals/${approval.id}/run?wait_ms=20000`);
  expect(ran.status).toBe(200);
  return approval;
}

const call = (name: string, input: JsonObject) => ({ tool_calls: [{ name, input }] });
const BASE = ["open_docs", "read_file", "enable_tools", "exec_best_effort"].map(
  (name) => `capability_packs.${name}`,
);
const PACK = { pack_id: "incident-triage" };

test("P6, P12–P21, P24–P27, P34, P47: metadata, docs, a resource, enable, execute: each step waits for Run", async () => {
  const pack_tool = "pack:incident-triage:count_words";
  const block = `Capability Packs (attached; metadata only):
- pack_id: incident-triage
  name: incident-triage
  description: Triage production incidents; use for outages and error spikes.
  has_tools_json: true

- Packs are available only if listed in "Capability Packs (attached; metadata only)".`;
  const api = await open({
    steps: [
      {
        ...call("capability_packs.open_docs", PACK),
        expect: { tools_include: BASE, tools_exclude: [pack_tool], system_includes: block },
      },
      {
        ...call("capability_packs.read_file", { ...PACK, path: "docs/runbook.md" }),
        expect: { last_result_includes: "Read docs/runbook.md", tools_exclude: [pack_tool] },
      },
      {
        ...call("capability_packs_enable_tools", PACK),
        expect: { last_result_includes: "First look at the graphs." },
      },
      {
        ...call("count_words", { text: "one two three" }),
        expect: {
          tools_include: [pack_tool],
          last_result_includes: '"enabled":true',
          system_includes: block,
        },
      },
      { text: "There are three.", expect: { last_result_includes: '"stdout":"3\\n"' } },
    ],
  });
  const { id } = await add(api);
  expect(id).toBe("incident-triage");
  const session = await api.openSession();
  const sent = await api.post<{ session: Json }>(
    `/v1/sessions/${session.id}/messages?wait_ms=20000`,
    {
      content: "how many words?",
      attach: [id],
    },
  );
  expect(sent.body.session).toMatchObject({
    error: null,
    state: "input_required",
    packs: [{ id, name: id, has_tools_json: true, tools_enabled: false, changed: false }],
  });
  const asked = [];
  for (let step = 0; step < 4; step++) {
    asked.push(await runPending(api));
    await api.rest(session.id);
  }
  expect(asked.map(({ tool_id }) => tool_id)).toEqual([
    "builtin:capability_packs:open_docs",
    "builtin:capability_packs:read_file",
    "builtin:capability_packs:enable_tools",
    pack_tool,
  ]);
  expect(new Set(asked.map(({ reason }) => reason))).toEqual(
    new Set(["Calls to packs always ask."]),
  );
  const { body } = await api.get<Json>(`/v1/sessions/${session.id}`);
  expect(body).toMatchObject({ state: "completed", error: null, packs: [{ tools_enabled: true }] });
  const messages = await api.get<{ items: Json[] }>(`/v1/sessions/${session.id}/messages`);
  expect(messages.body.items.at(-1)).toMatchObject({
    role: "assistant",
    content: "There are three.",
  });
}, 60_000);
