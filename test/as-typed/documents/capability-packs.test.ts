import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { examplesOf } from "./examples.ts";
import { type Documents, openDocuments } from "./open-documents.ts";

/*
 * Parts of the document that the product does not hold yet. No test here asserts them:
 * F53  A pack without a name or a description cannot be attached. A list of tools that is too long
 *      asks to detach packs. A file has a largest size.
 * F70  Attaching a pack answers for opening its docs. (Here each call is asked about.)
 */

const EXAMPLES = examplesOf("capability-packs");
const example = (title: string) => EXAMPLES.get(title) ?? "";
const BLOCK = example("5.2 What is injected by default (metadata only)").trim();
const BASE_TOOLS = readFileSync(
  new URL("./capability-packs/base-tools.md", import.meta.url),
  "utf8",
);

/** The packs of the injected block. */
const PACKS = [...BLOCK.matchAll(/pack_id: (.+)\n {2}name: (.+)\n {2}description: (.+)\n/g)].map(
  ([, id = "", name = "", description = ""]) => ({ id, name, description }),
);
const TIMELINE = "pack:incident-triage:timeline";
const PACK_ID = { pack_id: "incident-triage" };
const TOOLS_JSON = {
  tools: [
    {
      name: "timeline",
      description: "Makes a timeline.",
      inputSchema: { type: "object", properties: { service: { type: "string" } } },
      exec: { command: "{{pack_root}}/scripts/timeline.sh", args: ["{{service}}"] },
    },
  ],
};
/** The parts that the document recommends, each by its path in the tree. */
const CONTENT: Readonly<Record<string, string>> = {
  "docs/": "# Runbook\n",
  "resources/": "Template\n",
  "scripts/": '#!/bin/sh\necho "timeline of $1"\necho x > result.txt\npwd\nexit 3\n',
  "tools.json": JSON.stringify(TOOLS_JSON),
};
const NAMES: Readonly<Record<string, string>> = {
  "docs/": "docs/runbook.md",
  "resources/": "resources/template.md",
  "scripts/": "scripts/timeline.sh",
};

const STEPS = [
  {
    expect: {
      system_includes: [BLOCK, "capability_packs.open_docs"],
      tools_include: ["capability_packs.open_docs", "capability_packs.exec_best_effort"],
      tools_exclude: [TIMELINE],
    },
    tool_calls: [{ name: "capability_packs.open_docs", input: PACK_ID }],
  },
  {
    expect: { last_result_includes: ["Ask for the service."] },
    tool_calls: [{ name: "capability_packs.enable_tools", input: PACK_ID }],
  },
  {
    expect: { tools_include: [TIMELINE] },
    tool_calls: [{ name: TIMELINE, input: { service: "web; id" } }],
  },
  { expect: { last_result_includes: ["timeline of web; id"] }, text: "Here is the timeline." },
  {
    expect: { system_includes: [BLOCK] },
    tool_calls: [
      {
        name: "capability_packs.read_file",
        input: { ...PACK_ID, path: "resources/template.md", offset: 0, length: 4 },
      },
    ],
  },
  {
    tool_calls: [
      {
        name: "capability_packs.exec_best_effort",
        input: { ...PACK_ID, command: "ls", args: ["docs"], cwd_policy: "pack_root" },
      },
    ],
  },
  { text: "That is all." },
];

type Turn = {
  outcome?: { state: string; outputs: JsonObject; artifacts: JsonObject[] };
  session: { state: string; input_request: { approval_ids: string[] } | null; packs: JsonObject[] };
  messages: { role: string; content: string }[];
};
type Said = { turn: Turn; calls: Call[] };
type Call = { tool: string; inputs: JsonObject; outcome: NonNullable<Turn["outcome"]> };

let live: Documents;
let sessionId: string;
/** The two turns of one session. */
let first: Said;
let next: Said;
beforeAll(async () => {
  live = await openDocuments({ steps: STEPS });
  const isThere = async () => (await live.call("GET", "/v1/packs/incident-triage")).status;
  await vi.waitFor(async () => expect(await isThere()).toBe(200), { timeout: 10_000 });
  // One that ships has the name of the document's.
  await live.cli("packs", "remove", "incident-triage");
  const tree = example("4.1 Folder structure (recommended)").matchAll(/^ {2}(\S+)/gm);
  const parts = [...tree].map(([, part = ""]) => part);
  expect(parts).toEqual(["SKILL.md", "docs/", "resources/", "scripts/", "tools.json"]);
  const whole = parts.slice(1).map((part) => [NAMES[part] ?? part, CONTENT[part] ?? ""]);
  for (const { name, description } of PACKS) {
    const files = name === "incident-triage" ? Object.fromEntries(whole) : {};
    const doc = `---\nname: ${name}\ndescription: ${description}\n---\nAsk for the service.\n`;
    const added = await live.cli("packs", "add", live.folder(name, { "SKILL.md": doc, ...files }));
    expect(added).toMatchObject({ code: 0 });
  }
  const session = await live.call<{ id: string }>("POST", "/v1/sessions", {});
  sessionId = session.body.id;
  first = await say({ content: "What went wrong?", attach: PACKS.map(({ id }) => id) });
  next = await say({ content: "And the rest?" });
});
afterAll(() => live.stop());

/** Sends, and presses Run on each call that is shown, until the turn is over. */
async function say(body: JsonObject): Promise<Said> {
  const calls: Call[] = [];
  const path = `/v1/sessions/${sessionId}/messages?wait_ms=10000`;
  let { body: turn } = await live.call<Turn>("POST", path, body);
  while (turn.session.input_request) {
    const [id = ""] = turn.session.input_request.approval_ids;
    type Shown = { tool_id: string; inputs: JsonObject };
    const shown = await live.call<Shown>("GET", `/v1/approvals/${id}`);
    const ran = await live.call<Turn>("POST", `/v1/approvals/${id}/run?wait_ms=10000`);
    turn = ran.body;
    if (!turn.outcome) throw new TypeError(JSON.stringify(turn));
    calls.push({ tool: shown.body.tool_id, inputs: shown.body.inputs, outcome: turn.outcome });
  }
  return { turn, calls };
}

const baseTool = (name: string) => `builtin:${name.replace(".", ":")}`;

test("P3, P4, P6, P11, P15, P18, P20, P21, P24, P26, P27, P47: the document's sequence is what happens", () => {
  const { turn, calls } = first;
  const lines = example("Mermaid sequence diagram (end-to-end)").matchAll(
    /M->>A: Tool call: (\S+)\(/g,
  );
  const wanted = [...lines].map(([, name = ""]) =>
    name === "<PackTool>" ? TIMELINE : baseTool(name),
  );
  expect(wanted).toHaveLength(3);
  expect(calls.map(({ tool }) => tool)).toEqual(wanted);
  expect(turn).toMatchObject({ session: { state: "completed" } });
  expect(turn.messages.at(-1)).toMatchObject({
    role: "assistant",
    content: "Here is the timeline.",
  });
  const [opened, enabled, executed] = calls.map(({ outcome }) => outcome);
  expect(opened?.outputs).toEqual({
    entry_doc: { path: "SKILL.md", content: expect.stringContaining("Ask for the service.") },
  });
  expect(enabled?.outputs).toEqual({
    enabled: true,
    tools: [{ name: "timeline", description: "Makes a timeline." }],
  });
  // A command that fails is a result, its artifacts are shown, and no shell reads its inputs.
  expect(executed).toMatchObject({
    state: "completed",
    outputs: { ok: false, exit_code: 3, stdout: "timeline of web; id\n/workspace\n", stderr: "" },
    artifacts: [{ path: "/result.txt", type: "file", mime: "text/plain", size_bytes: 2 }],
  });
});

test("P12, P13, P19, P22: in the next turn the packs are there, and pages and commands are read", () => {
  const { turn, calls } = next;
  expect(turn).toMatchObject({ session: { state: "completed" } });
  expect(turn.session.packs.map(({ id }) => id)).toEqual(PACKS.map(({ id }) => id));
  expect(calls.map(({ outcome }) => outcome.outputs)).toMatchObject([
    { path: "resources/template.md", content: "Temp", truncated: true, next_offset: 4 },
    { ok: true, exit_code: 0, stdout: "runbook.md\n", stderr: "" },
  ]);
});

test("P17, P18, P19, P20, P22: the base tools take what the document lists", async () => {
  const described = [...BASE_TOOLS.matchAll(/^### 6\.\d `(.+)`[\s\S]*?- Input: `\{ (.*) \}`/gm)];
  expect(described).toHaveLength(4);
  for (const [, name = "", inputs = ""] of described) {
    type Tool = { input_schema: { properties: JsonObject; required: string[] } };
    const { body } = await live.call<Tool>("GET", `/v1/tools/${baseTool(name)}`);
    const listed = [...inputs.matchAll(/(\w+)(\?)?: /g)];
    const { properties, required } = body.input_schema;
    expect(Object.keys(properties).sort()).toEqual(listed.map(([, one]) => one).sort());
    const needed = listed.filter(([, , optional]) => !optional).map(([, one]) => one);
    expect(required.toSorted()).toEqual(needed.sort());
  }
});

test("P41: each call is on record with its pack, its inputs, who said Run, and how it ended", async () => {
  type Item = { type: string; tool_id: string; ts: string; data: JsonObject };
  const path = `/v1/audit?session_id=${sessionId}&tool_id=${TIMELINE}`;
  const { body } = await live.call<{ items: Item[] }>("GET", path);
  const of = (type: string) => body.items.find((item) => item.type === type);
  expect(of("approval.requested")?.data).toMatchObject({ inputs: { service: "web; id" } });
  expect(of("approval.answered")).toMatchObject({
    data: { state: "approved" },
    ts: expect.stringMatching(/Z$/),
  });
  expect(of("invocation.ended")?.data).toMatchObject({
    outputs: { exit_code: 3 },
    artifacts: ["/result.txt"],
  });
});
