import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { OWNER } from "../../../test/harness.ts";
import { type Api, openApi } from "../../../test/open-api.ts";
import { defineCapability } from "../../app/define-capability.ts";
import type { Settings } from "../../app/settings.ts";
import { sha256 } from "../../base/digest.ts";
import type { JsonObject } from "../../base/json.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import { loadComposition } from "../../engine/composition/load-composition.ts";
import { shownTools } from "../../engine/composition/shown-tools.ts";
import { attachCapability } from "../../engine/sessions/attach-capability.ts";
import { requireSession } from "../../engine/sessions/require-session.ts";
import type { AgentCapability } from "../../schema/agent.ts";
import type { Tool } from "../../schema/tool.ts";
import { makeAgent, makeMessage } from "../../testing/fixtures.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";

const KEPT = join(import.meta.dirname, "composition.kept.txt");

const tool = (name: string) => ({
  ...{ name, description: `Can ${name}.`, riskLevel: "LOW" as const },
  inputSchema: { type: "object", properties: { path: { type: "string" } } },
  run: () => ({}),
});
const capability = (id: string, ...names: string[]) =>
  defineCapability({
    ...{ id, name: id, description: `Has ${id}.`, status: "available" as const },
    systemPrompt: `You have ${id}.`,
    tools: names.map(tool),
  });
const CAPABILITIES = [
  capability("files", "read", "write"),
  capability("disk", "read", "list"),
  capability("many", ...Array.from({ length: 12 }, (_, n) => `act_${n}`)),
];

const packTool = (name: string) => ({
  ...{ name, description: `Does ${name}.`, inputSchema: { type: "object" } },
  exec: { command: "node", args: ["{{pack_root}}/run.mjs"] },
});
const pack = (name: string, description: string, ...tools: string[]) =>
  makeTree({
    "SKILL.md": `---\nname: ${name}\ndescription: ${description}\n---\n`,
    "run.mjs": "",
    ...(tools.length > 0 && { "tools.json": JSON.stringify({ tools: tools.map(packTool) }) }),
  });
const LONG = "Describes what it is for, when to use it and when not. ".repeat(8);

type Case = {
  readonly title: string;
  readonly capabilities: readonly AgentCapability[];
  readonly packs?: readonly string[];
  readonly enabled?: readonly string[];
  /** Capabilities that are attached to the session itself. */
  readonly attached?: readonly string[];
  readonly limits?: Partial<Settings["limits"]>;
  readonly model?: string;
  readonly called?: readonly (readonly [toolId: string, name: string])[];
  readonly found?: readonly string[];
};

const THREE = ["alpha", "beta", "gamma"];
const WORDY = "a-pack-whose-name-alone-takes-most-of-the-room";
const ALL = { packs: THREE, enabled: ["alpha", "beta"] };
const SEARCHED = { tools_per_request: 6 };

const CASES: readonly Case[] = [
  { title: "no pack", capabilities: ["files"] },
  { title: "no pack, base tools listed", capabilities: ["capability_packs", "files"] },
  { title: "one pack", capabilities: ["files"], packs: ["gamma"] },
  { title: "base tools listed late", capabilities: ["disk", "capability_packs"], packs: ["gamma"] },
  { title: "three packs", capabilities: ["many"], packs: THREE },
  { title: "three packs, tools enabled", capabilities: ["many"], ...ALL },
  { title: "a pack's tool is named as an own one", capabilities: ["files"], ...ALL },
  {
    title: "an own tool, called before, is named as a pack's",
    capabilities: ["files", "disk"],
    called: [["builtin:disk:read", "read"]],
    ...ALL,
  },
  {
    title: "an alias is named as a pack's tool",
    capabilities: [{ id: "files", aliases: { read: "count" } }],
    ...ALL,
  },
  {
    title: "packs beside an attached capability",
    capabilities: ["files"],
    attached: ["disk"],
    ...ALL,
  },
  {
    title: "descriptions are cut",
    capabilities: ["files"],
    limits: { pack_block_tokens: 150 },
    ...ALL,
  },
  {
    title: "descriptions are left out",
    capabilities: ["files"],
    limits: { pack_block_tokens: 100 },
    packs: [...THREE, WORDY],
  },
  { title: "a model that reads little", capabilities: ["files"], model: "openai/gpt-4", ...ALL },
  { title: "few tools are sent", capabilities: ["many", "disk"], limits: SEARCHED, ...ALL },
  {
    title: "few tools are sent, some were found",
    capabilities: ["many", "disk", "tool_search"],
    limits: { tools_per_request: 12 },
    found: ["pack:beta:count", "builtin:disk:read"],
    ...ALL,
  },
];

const opened = new Map<string, Api>();
afterEach(async () => {
  for (const api of opened.values()) await api.close();
});

/** One Capstan for all that have the same limits, with all the packs. */
async function open(limits: Case["limits"] = {}): Promise<Api> {
  const key = JSON.stringify(limits);
  const known = opened.get(key);
  if (known) return known;
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const permissions = { allow: ["builtin:capability_packs:*"] };
  const options = { capabilities: CAPABILITIES, contentFolder, permissions, limits };
  const api = await openApi(options);
  opened.set(key, api);
  for (const path of [
    pack("alpha", LONG, "read", "count"),
    pack("beta", LONG, "count"),
    pack("gamma", "Has no tools."),
    pack(WORDY, LONG),
  ]) {
    expect(await api.post("/v1/packs", { path })).toMatchObject({ status: 201 });
  }
  return api;
}

async function composed(one: Case): Promise<RuntimeAgent> {
  const api = await open(one.limits);
  const { capabilities, packs = [], enabled = [], attached = [], model } = one;
  const id = `agent_${CASES.indexOf(one)}`;
  const agent = makeAgent({
    ...{ id, name: id, systemPrompt: "You help.", capabilities: [...capabilities] },
    ...(model !== undefined && { model }),
  });
  await api.store.journal.commit("agent.add", [{ type: "agent.add", agent }]);
  const { id: session_id } = await api.openSession({ agentId: id });
  for (const name of attached) {
    await attachCapability(api.engine, await requireSession(api.gate, session_id), name, OWNER);
  }
  for (const name of packs) await api.request("PUT", `/v1/sessions/${session_id}/packs/${name}`);
  for (const pack_id of enabled) {
    const asked = { inputs: { pack_id }, session_id };
    const { body } = await api.post(
      "/v1/tools/builtin:capability_packs:enable_tools/invoke",
      asked,
    );
    expect(body).toMatchObject({ state: "completed" });
  }
  const session = await requireSession(api.gate, session_id);
  return loadComposition(api.engine, session, messagesOf(one));
}

function messagesOf({ called = [], found = [] }: Case) {
  const calls = called.map(([toolId, name]) =>
    makeMessage({ role: "assistant", toolCalls: [{ id: "inv_1", toolId, name, input: {} }] }),
  );
  const content = JSON.stringify({ tools: found.map((tool_id) => ({ tool_id })) });
  const toolId = "builtin:tool_search:search_tools";
  return found.length === 0 ? calls : [...calls, makeMessage({ role: "tool", toolId, content })];
}

function tell(agent: RuntimeAgent): string {
  const { systemPrompt, tools, loaded, deferred, capabilities, warnings, tokens } = agent;
  return [
    systemPrompt,
    "",
    `tools: ${namesOf(tools)}`,
    `loaded: ${namesOf(loaded)}`,
    `deferred: ${namesOf(deferred)}`,
    `capabilities: ${capabilities.join(", ")}`,
    `shortened: ${agent.shortened}`,
    `tokens: ${JSON.stringify(tokens)}`,
    `sent: ${sha256(JSON.stringify([systemPrompt, shownTools(tools).map(sent)]))}`,
    ...warnings.map((warning) => `warning: ${warning}`),
  ].join("\n");
}

const namesOf = (tools: readonly Tool[]) =>
  tools.map(({ wireName, toolId }) => `${wireName} (${toolId})`).join(", ");

function sent({ wireName, description, inputSchema }: Tool): JsonObject {
  return { wireName, description, inputSchema };
}

test("P14, P15, X4, X15: sessions with packs have the prompts and tools that are kept", async () => {
  const told: string[] = [];
  for (const one of CASES) told.push(`# ${one.title}\n\n${tell(await composed(one))}\n`);
  await expect(told.join("\n")).toMatchFileSnapshot(KEPT);
});
