import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type * as z from "zod";
import { recipeExecutor, recipeFolders } from "../../examples/own-kind/recipes.ts";
import { createRuntime } from "../../src/app/create-runtime.ts";
import { API } from "../../src/app/features.ts";
import { sha256 } from "../../src/base/digest.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { BUNDLES } from "../../src/features/bundles/bundles.ts";
import { installPath } from "../../src/features/bundles/testing/install-path.ts";
import { makeTar } from "../../src/features/bundles/testing/make-tar.ts";
import { makeTree } from "../../src/features/bundles/testing/make-tree.ts";
import { skillTree } from "../../src/features/bundles/testing/skill-trees.ts";
import { createHubKeys } from "../../src/features/hub/hub-keys.ts";
import { trialOf } from "../../src/features/manifest-agents/tests/trial-of.ts";
import { mcpEndpoints } from "../../src/features/mcp/mcp-endpoint.ts";
import { changePacks } from "../../src/features/packs/attach-packs.ts";
import { OWN_SERVICES } from "../../src/features/programs/child-services.ts";
import { createSystemServices } from "../../src/features/programs/system-services.ts";
import { createScriptedModel } from "../../src/models/scripted/scripted-model.ts";
import { Scope } from "../../src/schema/actor.ts";
import { OwnSourceType, type SourceType } from "../../src/schema/capability.ts";
import { folderSlug } from "../../src/schema/installed-folder.ts";
import { fixedSource } from "../../src/testing/fixed-source.ts";
import { fixtureId, makePrincipal, makeToken } from "../../src/testing/fixtures.ts";
import { makePolicy } from "../../src/testing/make-policy.ts";
import { makeCapability } from "../../src/testing/make-tool.ts";
import { createWitness, witnessed } from "../../src/testing/witness.ts";
import { importsOf } from "../architecture/imports.ts";
import { readSources } from "../architecture/source-files.ts";
import { fixture } from "../e2e/mcp/open-mcp-api.ts";
import { interrupted } from "../interrupted.ts";
import { type Asked, openApi } from "../open-api.ts";
import { startRemoteWitness } from "../remote-witness.ts";
import { fakeProcesses } from "./fake-processes.ts";

const BROUGHT = "x-recipe";
const PANCAKES = join(import.meta.dirname, "../../examples/own-kind/pancakes");
type OwnSource = z.infer<typeof OwnSourceType>;

/**
 * There is one gate: every kind of ability on every surface, and a tool that policy denies runs in
 * none of them. Whatever is added to Capstan has to be added here: the tests at the end fail until
 * it is.
 */
const KINDS: Record<OwnSource | typeof BROUGHT, "here" | `comes with ${string}`> = {
  builtin: "here",
  skill: "here",
  agent: "here",
  pack: "here",
  ext: "here",
  mcp: "here",
  // A kind that Capstan does not know, from one folder: `examples/own-kind`.
  [BROUGHT]: "here",
};

/** How tools run: each type has its executor, and an entry that names another runs nowhere. */
const EXECUTIONS: Record<string, "here" | `comes with ${string}`> = {
  in_process: "here",
  http: "here",
  code: "here",
  command: "here",
  pack: "here",
  child: "here",
  agent_test: "here",
  mcp: "here",
  recipe: "here",
};

/** How somebody can try to make a tool run. Each attempt answers what it was told. */
const SURFACES: Record<string, (api: Api, tried: Tried) => Promise<unknown>> = {
  "POST /v1/tools/:tool_id/invoke": async (api, { toolId, inputs }) =>
    api.post(`/v1/tools/${encodeURIComponent(toolId)}/invoke`, {
      inputs,
      ...(api.inSession && { session_id: (await api.openSession()).id }),
    }),
  // Whatever the tool is: one that is no skill is not found here.
  "POST /v1/skills/:name/invoke": (api, { inputs }) =>
    api.post("/v1/skills/noting/invoke", { context_id: "c1", inputs }),
  "POST /v1/sessions/:id/messages": async (api) => {
    const { id } = await api.openSession();
    return api.post(`/v1/sessions/${id}/messages?wait_ms=5000`, { content: "go" });
  },
  "POST /mcp": async (api, { toolId, inputs }) =>
    api.request("POST", "/mcp", toMcp("tools/call", { name: toolId, arguments: inputs })),
  "POST /v1/intents": async (api) => {
    const { id } = await api.openSession();
    return api.post("/v1/intents?wait_ms=5000", { text: "go", session_id: id });
  },
  "POST /v1/approvals/:id/run": async (api, { toolId, inputs }) => {
    // Asked about while it was allowed, denied by the time somebody says Run.
    const lift = api.allow();
    const asked = await api.invoke(toolId, inputs, await api.ofCall());
    lift();
    const [id] = asked.inputRequest?.approvalIds ?? [];
    return api.post(`/v1/approvals/${id}/run`);
  },
  "POST /v1/sessions/:id/resume": async (api, { toolId, inputs }) => {
    const { id } = await interrupted(api, toolId, inputs);
    const { body } = await api.get<{ resume_token: string }>(`/v1/sessions/${id}`);
    return api.post(`/v1/sessions/${id}/resume?wait_ms=5000`, {
      resume_token: body.resume_token,
      reconcile: "run_again",
    });
  },
  // Of the kind of the tool, where folders of that kind bring something to be run.
  "POST /v1/capabilities/test": (api, { toolId }) => {
    const [kind] = toolId.split(":");
    const folders = new Map([
      ["skill", () => makeTree(NOTING)],
      ["agent", () => makeTree(NOTING_AGENT)],
      [BROUGHT, () => PANCAKES],
    ]);
    const folder = folders.get(kind ?? "") ?? (() => join(makeTree(EXAMPLE), "example"));
    return api.post("/v1/capabilities/test", { path: folder() });
  },
  "POST /v1/hub/install": (api) =>
    api.post("/v1/hub/install", { name: join(makeTree(EXAMPLE), "example") }, { as: "admin" }),
  // Folders have installers of their own; an archive from elsewhere is the hub's.
  "POST /v1/add": (api) => {
    const what = join(makeTree({}), "package.tgz");
    const parts = Object.entries(EXAMPLE).map(([name, content]) => ({ name, content }));
    writeFileSync(what, makeTar(parts));
    return api.post("/v1/add", { what: `npm:${what}` }, { as: "admin" });
  },
  // It runs the examples first.
  "POST /v1/hub/publish": async (api) => {
    const to = makeTree({});
    await api.post("/v1/hub/init", { folder: to, name: "own" });
    return api.post("/v1/hub/publish", { folder: join(makeTree(EXAMPLE), "example"), to });
  },
};

/** A request of an MCP client, as it goes over the wire. */
function toMcp(method: string, params: JsonObject): Asked {
  const revision = "2026-07-28";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    body: { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } },
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...(typeof params.name === "string" && { "mcp-name": params.name }),
    },
  };
}

/** Endpoints that run nothing, whatever they are sent. */
const HARMLESS_ROUTES = [
  "GET /v1/intents/:id",
  "GET /v1/tools",
  "GET /v1/tools/:tool_id",
  "GET /v1/tools/:tool_id/progress",
  "GET /v1/packs",
  "POST /v1/packs",
  "POST /v1/packs/trust",
  "GET /v1/packs/:id",
  "GET /v1/packs/:id/files/:path{.+}",
  "DELETE /v1/packs/:id",
  "POST /v1/packs/:id/refresh",
  "POST /v1/capabilities/install",
  "GET /v1/extensions",
  "POST /v1/extensions",
  "GET /v1/extensions/:id",
  "PATCH /v1/extensions/:id",
  "DELETE /v1/extensions/:id",
  "GET /v1/hub/search",
  "POST /v1/hub/show",
  "POST /v1/hub/sync",
  "GET /v1/hub/installed",
  "GET /v1/hub/installed/:name{.+}",
  "DELETE /v1/hub/installed/:name{.+}",
  "GET /v1/hub/keys",
  "DELETE /v1/hub/keys/:publisher",
  "GET /v1/hub/lock",
  "POST /v1/hub/verify",
  "POST /v1/hub/init",
  "POST /v1/hub/withdraw",
  "POST /v1/hub/refresh",
  "POST /v1/hub/rotate-key",
  "GET /v1/hub/steps",
  "GET /v1/sessions/:id/packs",
  "PUT /v1/sessions/:id/packs/:pack_id",
  "DELETE /v1/sessions/:id/packs/:pack_id",
  "GET /v1/capabilities",
  "GET /v1/capabilities/:id",
  "GET /v1/access",
  "GET /v1/capabilities/:id/access",
  "GET /v1/capabilities/:id/documentation",
  "PUT /v1/capabilities/:id/access",
  "POST /v1/capabilities",
  "POST /v1/capabilities/check",
  "POST /v1/capabilities/check-folder",
  // npm and pip look for versions in a box; nothing of a stranger runs.
  "POST /v1/capabilities/lock-folder",
  "PATCH /v1/capabilities/:id",
  "POST /v1/capabilities/:id/refresh",
  "GET /v1/skills",
  "GET /v1/skills/:name",
  "DELETE /v1/capabilities/:id",
  "GET /v1/agents",
  "POST /v1/agents",
  "POST /v1/agents/preview",
  "GET /v1/agents/:id",
  "PATCH /v1/agents/:id",
  "DELETE /v1/agents/:id",
  "GET /v1/agents/:id/preview",
  "POST /v1/sessions",
  "GET /v1/sessions",
  "GET /v1/sessions/:id",
  "PATCH /v1/sessions/:id",
  "DELETE /v1/sessions/:id",
  "POST /v1/sessions/:id/pause",
  "POST /v1/sessions/:id/fork",
  "GET /v1/sessions/:id/usage",
  "GET /v1/sessions/:id/files",
  "GET /v1/sessions/:id/files/:path{.+}",
  "PUT /v1/sessions/:id/files/:path{.+}",
  "DELETE /v1/sessions/:id/files/:path{.+}",
  "GET /v1/sessions/:id/artifacts",
  "GET /v1/contexts",
  "GET /v1/contexts/:id",
  "POST /v1/contexts/:id/cancel",
  "GET /metrics",
  "GET /v1/overview",
  "GET /v1/model",
  "PUT /v1/model",
  "DELETE /v1/model",
  // A dry run, as an approval has before it is shown.
  "POST /v1/approvals/preview",
  "POST /v1/model/check",
  "POST /v1/sandbox/check",
  "GET /v1/settings",
  "GET /v1/usage",
  "GET /v1/sessions/:id/messages",
  "GET /v1/sessions/:id/events",
  "GET /v1/sessions/:id/events/stream",
  "POST /v1/sessions/:id/cancel",
  "PUT /v1/sessions/:id/spec",
  "POST /v1/sessions/:id/spec/freeze",
  "GET /v1/approvals",
  "GET /v1/approvals/:id",
  "POST /v1/approvals/:id/deny",
  "GET /v1/grants",
  "DELETE /v1/grants/:id",
  "GET /v1/halt",
  "POST /v1/halt",
  "DELETE /v1/halt",
  "GET /v1/policy",
  "GET /v1/refused-folders",
  "POST /v1/policy/check",
  "POST /v1/policy/explain",
  "POST /v1/policy/replay",
  "GET /v1/secrets",
  "PUT /v1/secrets/:name",
  "DELETE /v1/secrets/:name",
  "GET /mcp",
  "DELETE /mcp",
  "GET /v1/mcp-clients",
  "GET /v1/mcp-servers",
  "GET /v1/mcp-servers/:id",
  "POST /v1/mcp-servers",
  "GET /v1/found-mcp-servers",
  "POST /v1/found-mcp-servers",
  "DELETE /v1/mcp-servers/:id",
  "POST /v1/mcp-servers/:id/refresh",
  "POST /v1/mcp-servers/:id/sign-in",
  "GET /v1/principals",
  "POST /v1/principals",
  "GET /v1/principals/:id",
  "PATCH /v1/principals/:id",
  "GET /v1/me",
  "GET /v1/tokens",
  "POST /v1/tokens",
  "DELETE /v1/tokens/:id",
  "POST /v1/admin/token",
  "GET /v1/audit",
  "GET /v1/audit/verify",
  "POST /v1/audit/verify",
  "GET /v1/audit/checkpoint",
  "GET /v1/audit/proof",
  "GET /v1/audit/export",
  "POST /v1/backup",
];

/** Folders of `src` through which somebody outside reaches the rest. */
const SURFACE_FOLDERS = ["src/cli", "src/features/mcp/gateway", "src/http"];

/** A tool of each kind that is here, run in each way that is here. */
type Tried = {
  readonly toolId: string;
  readonly inputs: JsonObject;
  /** It exists only in a session that has a pack, or that tests a folder. */
  readonly inSession?: "pack" | "trial";
};
const LINE = { line: "x" };
const TOOLS: readonly (readonly [kind: SourceType, execution: string, tried: Tried])[] = [
  ["builtin", "in_process", { toolId: "builtin:witness:append", inputs: LINE }],
  [
    "builtin",
    "code",
    {
      toolId: "builtin:sandbox:execute_code",
      inputs: { language: "javascript", code: "console.log(1)" },
    },
  ],
  ["ext", "http", { toolId: "ext:remote:note", inputs: LINE }],
  ["ext", "command", { toolId: "ext:local:note", inputs: LINE }],
  ["ext", "command", { toolId: "ext:noted:note", inputs: { args: ["x"] } }],
  ["mcp", "mcp", { toolId: "mcp:served:effect", inputs: {} }],
  [BROUGHT, "recipe", { toolId: `${BROUGHT}:pancakes:cook`, inputs: {} }],
  [
    "pack",
    "pack",
    {
      toolId: "builtin:capability_packs:enable_tools",
      inputs: { pack_id: "noter" },
      inSession: "pack",
    },
  ],
  [
    "builtin",
    "in_process",
    {
      toolId: "builtin:hub:install_from",
      inputs: { source: "/nowhere", digest: `sha256:${"0".repeat(64)}` },
    },
  ],
  ["ext", "child", { toolId: "ext:bundled:note", inputs: LINE }],
  ["skill", "child", { toolId: "skill:noting:run", inputs: LINE }],
  ["agent", "child", { toolId: "agent:noting_agent:note", inputs: {} }],
  [
    "agent",
    "agent_test",
    {
      toolId: "agent:noting_agent:note",
      inputs: { files: {}, calls: [{ params: {}, dry_run: false, confirmed: true }] },
      inSession: "trial",
    },
  ],
];
const [WITNESS] = TOOLS.map(([, , tried]) => tried) as [Tried];

let close = async () => {};
afterEach(() => close());

/** Writes its input where nobody sees it: that it has run is on record alone. */
const LOCAL = {
  id: "local",
  name: "Local",
  description: "Notes something.",
  tools: [
    {
      name: "note",
      description: "Notes a line.",
      input_schema: { type: "object", properties: { line: { type: "string" } } },
      exec: { command: "echo", args: ["--", "{{line}}"] },
    },
  ],
};

/** A host's source, with code of a bundle. */
const BUNDLED = fixedSource(
  () => [
    makeCapability({ id: "bundled" }, [
      {
        name: "note",
        execution: { type: "child", protocol: "skill", bundle: "x", entry: "a.mjs", name: "note" },
      },
    ]),
  ],
  { id: "bundled", kind: "ext" },
);

/** An MCP server whose tool notes that it was called; where nobody can read it, if it is. */
const SERVED = { id: "served", command: "node", args: [fixture("hostile.mjs")] };

/** A folder whose tools could be enabled. */
const noter = {
  "SKILL.md": "---\nname: noter\ndescription: Notes lines.\n---\n",
  "tools.json": JSON.stringify({
    tools: [
      { name: "n", description: "N.", inputSchema: { type: "object" }, exec: { command: "true" } },
    ],
  }),
};

/** A folder that brings a call of its own. */
const EXAMPLE = {
  "example/SKILL.md": "---\nname: example\ndescription: Notes lines.\n---\n",
  "example/tools.json": JSON.stringify({
    tools: [
      {
        name: "n",
        description: "N.",
        inputSchema: { type: "object" },
        exec: { command: "true" },
        examples: [{ inputs: {} }],
      },
    ],
  }),
};

/** An extension with a command. */
const NOTED = {
  "manifest.json": JSON.stringify({ id: "noted", name: "Noted", version: "1.0.0" }),
  "commands.yaml": "commands: [{name: note, description: Notes a line., entrypoint: note.sh}]",
  "note.sh": "#!/bin/sh\n",
};

/** A skill with code. */
const NOTING = skillTree("noting", "side_effects: [fs]\nautonomy_level: IMPLEMENT", {
  "impl.mjs": "export const run = () => ({});",
  "examples.json": JSON.stringify({ examples: [{ inputs: { line: "x" } }] }),
});

/** A manifest agent, with a test of its own. */
const NOTING_AGENT = {
  "manifest.json": JSON.stringify({
    name: "noting_agent",
    version: "1.0.0",
    permissions: ["filesystem.delete"],
    actions: [{ name: "note", input_schema: { type: "object" }, effects: ["filesystem.delete"] }],
  }),
  "agent.mjs": "export const run = () => ({});",
  "tests/agent.test.mjs": "",
};

async function openDenying({ toolId, inputs, inSession }: Tried = WITNESS) {
  const denies = { now: true };
  const remote = await startRemoteWitness();
  const cooked: string[] = [];
  const api = await openApi({
    folderKinds: [recipeFolders],
    executors: new Map([["recipe", recipeExecutor((steps) => cooked.push(...steps))]]),
    steps: [{ tool_calls: [{ name: toolId, input: inputs }] }, { text: "done" }],
    settings: { web_fetch: { allow_hosts: [remote.host] } },
    sources: [BUNDLED],
    hubKeys: createHubKeys(join(makeTree({}), "keys"), {}),
    policy: makePolicy(() => ({
      effect: denies.now ? "deny" : "ask",
      reason: "Nobody may.",
      rule: "test",
    })),
  });
  close = async () => {
    await api.close();
    await remote.close();
  };
  for (const manifest of [remote.manifest, LOCAL]) await api.post("/v1/capabilities", manifest);
  // Started for nobody, this process would take most of the time of every other test here.
  const isServed = toolId.startsWith("mcp:served:");
  if (isServed) await api.post("/v1/mcp-servers", SERVED, { as: "admin" });
  await api.post("/v1/extensions", { path: makeTree(NOTED) }, { as: "admin" });
  for (const path of [makeTree(NOTING), makeTree(NOTING_AGENT), PANCAKES]) {
    await api.post("/v1/capabilities/install", { path }, { as: "admin" });
  }
  await api.request("PATCH", "/v1/agents/agent_witness", {
    body: {
      capabilities: [
        "witness",
        "ext:remote",
        "ext:local",
        "ext:bundled",
        "ext:noted",
        "skill:noting",
        "agent:noting_agent",
        `${BROUGHT}:pancakes`,
        ...(isServed ? ["mcp:served"] : []),
        "sandbox",
        "hub",
      ],
    },
  });
  const allow = () => {
    denies.now = false;
    return () => {
      denies.now = true;
    };
  };
  const id = folderSlug(await installPath(api.engine, makeTree(noter)));
  const openSession = async () => {
    const session = await api.openSession();
    if (inSession === "trial") api.engine.of(BUNDLES).trials.set(session.id, await trial());
    return inSession === "pack"
      ? changePacks(api.engine, session.id, { attach: [id] }, "owner")
      : session;
  };
  const trial = async () => {
    const { read } = await api.engine.of(BUNDLES).shelf.find({ path: makeTree(NOTING_AGENT) });
    const { capability } = api.engine.of(BUNDLES).shelf.load("agent", read);
    return trialOf({ ...capability, id: "noting_agent" }, read);
  };
  const ofCall = async () => (inSession ? { sessionId: (await openSession()).id } : {});
  return {
    ...api,
    allow,
    inSession,
    openSession,
    ofCall,
    lines: () => [...api.lines(), ...remote.lines, ...cooked],
  };
}

type Api = Awaited<ReturnType<typeof openDenying>>;

describe.each(TOOLS)("a denied tool of kind %s, run as %s", (_kind, _execution, tried) => {
  // An MCP client has no session to attach a pack to.
  // What a hub installs or publishes is another tool than these: once is enough.
  const reached = Object.entries(SURFACES).filter(
    ([name]) =>
      (name !== "POST /mcp" || tried.inSession === undefined) &&
      (!/\/hub\/|\/add$/.test(name) || tried === WITNESS),
  );
  test.each(reached)("does not run through %s", async (_name, attempt) => {
    const api = await openDenying(tried);
    await attempt(api, tried);
    expect(api.lines()).toEqual([]);
    const records = await api.records();
    expect(records.map(({ type }) => type)).toContain("policy.violated");
    expect(records.map(({ type }) => type)).not.toContain("invocation.ended");
  });

  test("does not run as a dry run, in planning mode, or to be previewed", async () => {
    const api = await openDenying(tried);
    for (const more of [{ dryRun: true }, { mode: "planning" as const }]) {
      const outcome = await api.invoke(tried.toolId, tried.inputs, {
        ...(await api.ofCall()),
        ...more,
      });
      expect(outcome.state).toBe("blocked");
    }
    expect(api.lines()).toEqual([]);
  });
});

describe("a denied tool in the library", () => {
  test("does not run by hand; in a session it takes the way of the messages above", async () => {
    const folder = `${(await import("node:os")).tmpdir()}/capstan-gate-${process.pid}`;
    const runtime = await createRuntime({
      capabilities: [createWitness(folder)],
      permissions: { deny: ["builtin:witness:*"] },
      model: createScriptedModel({
        steps: [{ tool_calls: [{ name: "append", input: { line: "x" } }] }],
      }),
    });
    close = () => runtime.close();
    const outcome = await runtime.invoke("builtin:witness:append", { line: "x" });
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "POLICY_DENIED" } });
    expect(witnessed(folder)).toEqual([]);
  });
});

/** Code in a box that asks for everything that it may ask for. */
const ASKING_AGENT = {
  "manifest.json": JSON.stringify({
    name: "asking_agent",
    version: "1.0.0",
    permissions: ["system.processes", "system.hardware"],
    actions: [{ name: "ask", effects: ["system.processes", "system.hardware"] }],
  }),
  "agent.mjs": `export async function run({ context }) {
    const told = (work) => work.then(() => "done", ({ code }) => code);
    const result = [await told(context.processes()), await told(context.disks()), await told(context.endProcess({ pid: 17225 }))];
    return { status: "success", action_performed: "Asked", result, metadata: {} };
  }`,
};

describe("a denied act of a program", () => {
  test("F13: does not run, though the program that asks for it may", async () => {
    const { processes, ended } = fakeProcesses("database");
    const api = await openApi({
      processes,
      machine: "here",
      contentFolder: makeTree({}),
      policy: makePolicy(({ tool }) => ({
        effect: tool.toolId.startsWith("system:") ? "deny" : "allow",
        reason: "No program may.",
        rule: "test",
      })),
    });
    close = api.close;
    const path = makeTree(ASKING_AGENT);
    await api.post("/v1/capabilities/install", { path }, { as: "admin" });
    const asked = await api.invoke("agent:asking_agent:ask", {});
    const { approvalIds = [] } = asked.inputRequest ?? {};
    for (const id of approvalIds) await api.post(`/v1/approvals/${id}/run`);
    const denied = (await api.records()).filter(({ type }) => type === "policy.violated");
    expect(denied.map(({ toolId }) => toolId)).toEqual([
      "system:list_processes",
      "system:list_disks",
      "system:end_process",
    ]);
    expect(ended).toEqual([]);
  });

  test("F13, A125: every service of a box is an act, but for those that concern its own call alone", () => {
    const { processes } = fakeProcesses();
    const acts = [...createSystemServices(processes)].filter(([, service]) => "act" in service);
    expect(acts.map(([name]) => name)).toEqual(["processes", "end_process", "disks"]);
    expect([...OWN_SERVICES.keys()]).toEqual(["progress"]);
    const makers = readSources()
      .flatMap(importsOf)
      .filter(({ to }) => to === "src/features/programs/child-services.ts")
      .map(({ from }) => from);
    // It asks the session's model, by the gate's sampler.
    expect(makers.filter((from) => !from.startsWith("src/features/programs/"))).toEqual([
      "src/features/skills/advisor/ask-model.ts",
    ]);
  });
});

describe("F15: who may call", () => {
  const KINDS_OF_CALLER = [
    { kind: "user", state: "active" },
    { kind: "service", state: "active" },
    { kind: "user", state: "disabled" },
    { kind: "service", state: "disabled" },
  ] as const;

  /** What a request that no handler is reached by is told: the parameter comes after the scope. */
  const toldOf = (has: boolean, state: "active" | "disabled") => {
    if (state === "disabled") return "UNAUTHENTICATED";
    return has ? "REQUEST_INVALID" : "SCOPE_MISSING";
  };

  test.each(
    KINDS_OF_CALLER.flatMap((caller) => Scope.options.map((scope) => ({ ...caller, only: scope }))),
  )(
    "every endpoint answers a $kind that is $state and has only $only as it should",
    async (row) => {
      const api = await openApi();
      close = api.close;
      const principal = makePrincipal({ kind: row.kind, state: row.state });
      const token = makeToken({
        id: fixtureId("token", 99),
        principalId: principal.id,
        scopes: [row.only],
        hash: sha256("cap_row"),
      });
      await api.gate.store.journal.commit("test.caller", [
        { type: "principal.add", principal },
        { type: "token.add", token },
      ]);
      const wrong: string[] = [];
      for (const { method, path, scope } of API.routes) {
        const address = `${path.replaceAll(/:\w+/g, "unknown")}?no_such_parameter=1`;
        const sent = { token: "cap_row", ...(method !== "GET" && { body: {} }) };
        const { body } = await api.request<{ code?: string }>(method, address, sent);
        const expected = toldOf(scope === row.only, row.state);
        if (body.code !== expected) wrong.push(`${method} ${path}: ${body.code}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});

describe("a kind of folder that Capstan does not know, from one folder of code", () => {
  test("is installed, listed, searched, offered, asked about, run, tested, disabled and removed as all others", async () => {
    const cooked: string[] = [];
    const api = await openApi({
      profile: "governed",
      folderKinds: [recipeFolders],
      executors: new Map([["recipe", recipeExecutor((steps) => cooked.push(...steps))]]),
    });
    close = api.close;
    const id = `${BROUGHT}:pancakes`;
    const toolId = `${id}:cook`;
    const looked = await api.post("/v1/capabilities/check-folder", { path: PANCAKES });
    expect(looked).toMatchObject({ status: 200, body: { kind: BROUGHT, ok: true } });
    const installed = await api.post(
      "/v1/capabilities/install",
      { path: PANCAKES },
      { as: "admin" },
    );
    expect(installed).toMatchObject({ status: 201 });

    const address = `/v1/capabilities/${encodeURIComponent(id)}`;
    expect((await api.get(address)).body).toMatchObject({ id, kind: BROUGHT, tools: [toolId] });
    const query = `kind=${BROUGHT}`;
    expect((await api.get(`/v1/capabilities?${query}`)).body).toMatchObject({ items: [{ id }] });
    const found = await api.get("/v1/tools?search=pancakes");
    expect(found.body).toMatchObject({ items: [{ tool_id: toolId, source_type: BROUGHT }] });
    const mcp = await api.request("POST", "/mcp", toMcp("tools/list", {}));
    expect(JSON.stringify(mcp.body)).toContain("pancakes");
    const agent = await api.post<{ id: string }>("/v1/agents", {
      name: "Cook",
      capabilities: [id],
    });
    expect(agent).toMatchObject({ status: 201 });

    const asked = await api.invoke(toolId, {});
    expect([asked.state, cooked]).toEqual(["input_required", []]);
    const [approval] = asked.inputRequest?.approvalIds ?? [];
    const { body: question } = await api.get(`/v1/approvals/${approval}`);
    expect(question).toMatchObject({ tool_id: toolId, state: "pending" });
    const ran = await api.post(`/v1/approvals/${approval}/run`);
    expect(ran.body).toMatchObject({ outcome: { state: "completed", outputs: { cooked: 2 } } });
    expect(cooked).toHaveLength(2);
    const tested = await api.post("/v1/capabilities/test", { path: PANCAKES });
    expect(tested.body).toMatchObject({ kind: BROUGHT, ok: true });
    const types = (await api.records()).map(({ type }) => type);
    for (const type of ["folder.installed", "approval.requested", "approval.answered"]) {
      expect(types).toContain(type);
    }

    await api.request("PATCH", address, { as: "admin", body: { enabled: false } });
    expect(await api.invoke(toolId, {}).catch(({ code }) => code)).toMatch(/^TOOL_/);
    await api.request("DELETE", `/v1/agents/${agent.body.id}`);
    expect((await api.request("DELETE", address, { as: "admin" })).status).toBeLessThan(300);
    expect((await api.get(address)).status).toBe(404);
  });
});

describe("the table is complete", () => {
  test("every kind of capability is in it, and every way to run one", async () => {
    const all = [...OwnSourceType.options, BROUGHT] as const;
    expect(Object.keys(KINDS).sort()).toEqual([...all].sort());
    const kinds = all.filter((kind) => KINDS[kind] === "here");
    expect(new Set(TOOLS.map(([kind]) => kind))).toEqual(new Set(kinds));
    const api = await openDenying();
    const here = Object.keys(EXECUTIONS).filter((type) => EXECUTIONS[type] === "here");
    expect([...api.gate.executors.keys()].sort()).toEqual(here.toSorted());
    const tried = new Set(TOOLS.map(([, execution]) => execution));
    expect([...tried].sort()).toEqual(here.toSorted());
  });

  test("every endpoint is in it", () => {
    const routes = [...API.routes, ...mcpEndpoints].map(({ method, path }) => `${method} ${path}`);
    expect(routes.sort()).toEqual([...HARMLESS_ROUTES, ...Object.keys(SURFACES)].sort());
  });

  test("every surface is in it: the command line reaches only endpoints", () => {
    expect(SURFACE_FOLDERS.filter((folder) => readdirSync(folder).length === 0)).toEqual([]);
    const roots = COMMANDS.filter(({ load }) => load === undefined).map(({ name }) => name);
    expect(roots).toEqual(["serve", "worker", "restore", "admin reset", "completion"]);
  });

  test("F54: nothing but the gate calls an executor", () => {
    const callers = readSources()
      .filter(({ text }) => /\bexecutors?\b[^\n]*\.execute\(|\.execute\(\{/.test(text))
      .map(({ path }) => path);
    expect(callers).toEqual([
      // Stands between the gate and an executor, and calls it with what it was called with.
      "src/features/programs/guard-roots.ts",
      "src/gate/execute.ts",
      "src/testing/executor-contract.ts",
      "src/testing/faults.ts",
    ]);
    const runners = readSources()
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => to === "src/gate/execute.ts" && !typeOnly)
      .map(({ from }) => from);
    // A preview rehearses what policy has already agreed to ask about.
    expect(runners).toEqual(["src/gate/invoke.ts", "src/gate/preview.ts"]);
  });
});
