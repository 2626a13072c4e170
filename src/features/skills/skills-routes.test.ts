import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import { usually } from "../../../test/runs.ts";
import type { JsonObject } from "../../base/json.ts";
import { makeTree, type Tree } from "../bundles/testing/make-tree.ts";
import { INFER, skillTree } from "../bundles/testing/skill-trees.ts";

let close = async () => {};
afterEach(() => close());

const ALLOW = { permissions: { allow: ["skill:*"] } };

async function open(tree: Tree, options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({ contentFolder, ...ALLOW, ...options });
  close = api.close;
  const answer = await api.post(
    "/v1/capabilities/install",
    { path: makeTree(tree) },
    { as: "admin" },
  );
  expect(answer).toMatchObject({ status: 201 });
  return api;
}

type Api = Awaited<ReturnType<typeof open>>;
type Turn = {
  state: string;
  turn: number;
  context_id: string;
  resume_token?: string;
  outputs?: JsonObject;
  error?: { code: string; message: string; details?: JsonObject };
  input_request?: { kind: string; reason: string; fields: { name: string }[] };
  artifacts: { path: string }[];
};

async function invoke(api: Api, name: string, body: JsonObject, as: "owner" | "agent" = "owner") {
  return api.post<Turn>(`/v1/skills/${name}/invoke`, body, { as });
}

async function turn(api: Api, name: string, body: JsonObject): Promise<Turn> {
  const answer = await invoke(api, name, body);
  expect(answer).toMatchObject({ status: 200, body: { state: expect.any(String) } });
  return answer.body;
}

const asked = ({ input_request }: Turn) => input_request?.fields.map(({ name }) => name);
const SECTIONS = { node_name: "Http", code: [{ content: "function send() {}", file: "a.ts" }] };

describe.each([
  ["TypeScript", INFER.ts],
  ["Python", INFER.py],
])("a skill like schema-infer, in %s", (_, tree) => {
  test("S8, S10, S11, S17, X41: it asks, goes on with what it was told, and completes", async () => {
    const api = await open(tree);
    const first = await turn(api, "infer", { context_id: "c1" });
    expect(first).toMatchObject({ state: "input_required", turn: 1, context_id: "c1" });
    expect(asked(first)).toEqual(["parsed_sections", "source_type"]);

    const second = await turn(api, "infer", {
      context_id: "c1",
      inputs: { source_type: "TYPE1" },
      resume_token: first.resume_token ?? "",
    });
    expect(second).toMatchObject({ state: "input_required", turn: 2 });
    expect(asked(second)).toEqual(["parsed_sections"]);

    const stale = { context_id: "c1", inputs: {}, resume_token: first.resume_token ?? "" };
    expect(await invoke(api, "infer", stale)).toMatchObject({
      status: 409,
      body: { code: "STATE_CONFLICT" },
    });

    const third = await turn(api, "infer", {
      context_id: "c1",
      inputs: { parsed_sections: SECTIONS },
      resume_token: second.resume_token ?? "",
    });
    expect(third).toMatchObject({
      state: "completed",
      turn: 3,
      outputs: { operations: ["send"], seen: { correlation: "c1", first: "TYPE1" } },
    });
    expect(third.artifacts.map(({ path }) => path)).toContain("/outputs/inferred_schema.json");

    const memory = await api.get<JsonObject>("/v1/contexts/c1");
    expect(memory).toMatchObject({ status: 200, body: { state: "completed", turn: 3 } });
    expect(memory.body).toMatchObject({
      owner: { id: "prn_owner", name: "owner" },
      outcome: { outputs: third.outputs ?? {} },
    });
    const listed = await api.get<JsonObject>("/v1/contexts?skill=infer");
    expect(listed.body).toMatchObject({ items: [{ id: "c1", skill: "infer", turn: 3 }], total: 1 });
    const others = await api.get<JsonObject>("/v1/contexts", { as: "agent" });
    expect(others.body).toMatchObject({ items: [], total: 0 });
    expect(await api.get("/v1/contexts/c1", { as: "agent" })).toMatchObject({ status: 404 });
    const theirs = await invoke(api, "infer", { context_id: "c1" }, "agent");
    expect(theirs).toMatchObject({ status: 404, body: { code: "CONTEXT_NOT_FOUND" } });

    // What it ended with, or the next run, which asks anew.
    const again = await turn(api, "infer", { context_id: "c1", resume: true });
    expect(again).toMatchObject({ state: "completed", turn: 3, outputs: third.outputs ?? {} });
    const next = await turn(api, "infer", { context_id: "c1" });
    expect(next).toMatchObject({ state: "input_required", turn: 1 });
    expect(asked(next)).toEqual(["parsed_sections", "source_type"]);
  });
});

test("S8, S29: all at once, an empty answer, an odd one, and one that fails", async () => {
  const api = await open(INFER.ts);
  const all = { parsed_sections: SECTIONS, source_type: "TYPE1" };
  expect(await turn(api, "infer", { context_id: "a", inputs: all })).toMatchObject({
    state: "completed",
    turn: 1,
  });
  const empty = { parsed_sections: {}, source_type: "TYPE1" };
  expect(await turn(api, "infer", { context_id: "b", inputs: empty })).toMatchObject({
    state: "input_required",
    input_request: { kind: "fields", reason: "Sections are empty." },
  });
  const odd = { ...all, source_type: "TYPE9" };
  const asks = await turn(api, "infer", { context_id: "c", inputs: odd });
  expect(asks).toMatchObject({ state: "input_required" });
  expect(asked(asks)).toEqual(["source_type"]);
  const bare = { parsed_sections: { node_name: "x", code: [] }, source_type: "TYPE1" };
  const failed = await turn(api, "infer", { context_id: "d", inputs: bare });
  expect(failed).toMatchObject({
    state: "failed",
    error: { code: "parse_error", message: "No code.", details: { failure_mode: "parse_error" } },
    artifacts: [],
  });
});

test("S14, S26: past its turns a run is escalated, with a report", async () => {
  const api = await open(INFER.ts);
  let token: string | undefined;
  for (const number of [1, 2, 3, 4]) {
    const waits = await turn(api, "infer", {
      context_id: "e",
      ...(token !== undefined && { resume_token: token }),
    });
    expect(waits).toMatchObject({ state: "input_required", turn: number });
    token = waits.resume_token;
  }
  const last = await turn(api, "infer", { context_id: "e", resume_token: token ?? "" });
  expect(last).toMatchObject({
    state: "escalated",
    error: { code: "TURN_LIMIT_REACHED" },
    outputs: { report: { turns: 4, still_missing: ["parsed_sections", "source_type"] } },
  });
});

test("S40, S54: a message that is sent again is answered as it was the first time", async () => {
  const api = await open(INFER.ts);
  const message = { context_id: "m", message_id: "one", inputs: { source_type: "TYPE1" } };
  const first = await turn(api, "infer", message);
  const next = await turn(api, "infer", {
    context_id: "m",
    resume_token: first.resume_token ?? "",
    inputs: {},
  });
  expect(next).toMatchObject({ turn: 2 });
  expect(await turn(api, "infer", message)).toMatchObject({
    turn: 1,
    resume_token: first.resume_token ?? "",
  });
});

test("X5: ids of sessions are no contexts; without one a run that waits is given one", async () => {
  const api = await open(INFER.ts);
  expect(await invoke(api, "infer", { context_id: "session_1" })).toMatchObject({ status: 422 });
  const waits = await turn(api, "infer", {});
  const { context_id, resume_token } = waits;
  expect(context_id).toMatch(/^inv_/);
  const inputs = { parsed_sections: SECTIONS, source_type: "TYPE1" };
  const tool = await api.post<Turn>("/v1/tools/skill:infer:run/invoke", {
    context_id,
    resume_token,
    inputs,
  });
  expect(tool.body).toMatchObject({ state: "completed", turn: 2 });
});

describe("a skill that cheats", () => {
  const CHEATS = `
    import { writeFileSync } from "node:fs";
    export async function execute(ctx) {
      const { how } = ctx.inputs;
      if (how === "state") return { state: "PAUSED" };
      if (how === "delegate") return { state: "delegating", delegation_target: "infer" };
      if (how === "turns") return { state: "input_required", input_request: { missing_fields: [{ name: "x" }], reason: "More." } };
      if (how === "artifact") return { done: true };
      if (how === "write") { writeFileSync("/workspace/x", "x"); return { done: true }; }
      if (how === "late") { await new Promise((go) => setTimeout(go, 60_000)); }
      if (how === "promise") {
        setTimeout(() => writeFileSync("/workspace/outputs/late.txt", "x"), 1);
        writeFileSync("/workspace/outputs/kept.json", "{}");
        return { done: true };
      }
      ctx.putFact("a", "key", "password=hunter2hunter2");
      ctx.log("saw", { header: "Authorization: Bearer abcdefghijklmnop" });
      writeFileSync("/workspace/outputs/kept.json", "{}");
      return { done: true };
    }`;
  const IN_PYTHON = `
import threading
import time
from pathlib import Path

OUTPUTS = Path("/workspace/outputs")

def execute(ctx):
    how = ctx.inputs["how"]
    if how == "state":
        return {"state": "PAUSED"}
    if how == "delegate":
        return {"state": "delegating", "delegation_target": "infer"}
    if how == "turns":
        return {"state": "INPUT_REQUIRED", "input_request": {"missing_fields": [{"name": "x"}], "reason": "More."}}
    if how == "artifact":
        return {"done": True}
    if how == "write":
        Path("/workspace/x").write_text("x")
        return {"done": True}
    if how == "late":
        time.sleep(60)
    if how == "promise":
        threading.Timer(0.5, lambda: (OUTPUTS / "late.txt").write_text("x")).start()
        (OUTPUTS / "kept.json").write_text("{}")
        return {"done": True}
    ctx.put_fact("a", "key", "password=hunter2hunter2")
    ctx.log("saw", {"header": "Authorization: Bearer abcdefghijklmnop"})
    (OUTPUTS / "kept.json").write_text("{}")
    return {"done": True}
`;
  const CODE = { TypeScript: { "impl.ts": CHEATS }, Python: { "impl.py": IN_PYTHON } } as const;
  const LANGUAGES = ["TypeScript", "Python"] as const;
  const cheats = (front: string, language: keyof typeof CODE) =>
    skillTree("cheats", front, CODE[language]);
  const outcome = (api: Api, how: string) =>
    turn(api, "cheats", { context_id: how, inputs: { how } });

  // Ten boxes for each: what blocks them is the same around both.
  test.each(usually(LANGUAGES, (language) => language === "TypeScript"))(
    "S25, S26, S44, S47, S48, S60, X21: in %s is blocked, and leaves nothing",
    async (language) => {
      const api = await open(
        cheats(
          `autonomy_level: READ
side_effects: []
timeout_seconds: 4
required_artifacts: [{name: kept.json, type: json}]
interaction_outcomes: {allowed_intermediate_states: [input_required, delegating], max_turns: 1}
state_persistence: none`,
          language,
        ),
      );
      const refused = [
        ["state", "STATE_NOT_ALLOWED"],
        ["delegate", "DELEGATION_REFUSED"],
      ] as const;
      for (const [how, code] of refused) {
        expect(await outcome(api, how)).toMatchObject({ state: "blocked", error: { code } });
      }
      expect(await outcome(api, "artifact")).toMatchObject({
        state: "blocked",
        error: { code: "ARTIFACTS_MISSING" },
      });
      expect(await outcome(api, "write")).toMatchObject({
        state: "failed",
        error: { code: "READ_ONLY" },
      });
      const { resume_token = "" } = await outcome(api, "turns");
      const more = { context_id: "turns", inputs: { how: "turns" }, resume_token };
      expect(await turn(api, "cheats", more)).toMatchObject({
        state: "escalated",
        error: { code: "TURN_LIMIT_REACHED" },
      });
      expect(await outcome(api, "late")).toMatchObject({ state: "timeout" });
      const left = await outcome(api, "promise");
      expect(left).toMatchObject({ state: "completed" });
      expect(left.artifacts.map(({ path }) => path)).toEqual(["/outputs/kept.json"]);
      expect(await outcome(api, "facts")).toMatchObject({ state: "completed" });
      expect((await api.get("/v1/contexts/facts")).body).toMatchObject({ facts: [], events: [] });
    },
    // Nine boxes, and four seconds of waiting.
    60_000,
  );

  test.each(LANGUAGES)(
    "S43, S52, X23: in %s, secrets in facts and events are hidden before they are kept",
    async (language) => {
      const api = await open(
        cheats(
          "side_effects: [fs]\nautonomy_level: IMPLEMENT\nstate_persistence: full_events",
          language,
        ),
      );
      expect(await outcome(api, "facts")).toMatchObject({ state: "completed" });
      const { body } = await api.get<JsonObject>("/v1/contexts/facts");
      expect(JSON.stringify(body)).not.toMatch(/hunter2|abcdefghijklmnop/);
      expect(body).toMatchObject({
        facts: expect.arrayContaining([expect.objectContaining({ bucket: "a", key: "key" })]),
        events: expect.arrayContaining([expect.objectContaining({ type: "saw", turn: 1 })]),
      });
    },
  );
});

test("S10, X9: in a session the turn waits for fields, and the answer goes on with the skill", async () => {
  const api = await open(INFER.ts, {
    steps: [
      { tool_calls: [{ name: "skill:infer:run", input: { source_type: "TYPE1" } }] },
      { text: "done" },
    ],
  });
  await api.request("PATCH", "/v1/agents/agent_witness", {
    body: { capabilities: ["skill:infer"] },
  });
  const { id } = await api.openSession();
  type Waiting = { session: { state: string; resume_token: string; input_request: JsonObject } };
  const asks = await api.post<Waiting>(`/v1/sessions/${id}/messages?wait_ms=5000`, {
    content: "go",
  });
  expect(asks.body.session).toMatchObject({
    state: "input_required",
    input_request: { kind: "fields", fields: [{ name: "parsed_sections" }] },
  });
  const goesOn = await api.post(`/v1/sessions/${id}/resume?wait_ms=5000`, {
    resume_token: asks.body.session.resume_token,
    inputs: { parsed_sections: SECTIONS },
  });
  expect(goesOn.body).toMatchObject({ session: { state: "completed" } });
  type Said = { items: { role: string; content: string }[] };
  const { items } = (await api.get<Said>(`/v1/sessions/${id}/messages`)).body;
  expect(items.find(({ role }) => role === "tool")?.content).toContain("send");
});
