import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { IS_LONG } from "../../runs.ts";
import { examplesOf, indent } from "./examples.ts";
import { fragmentsSkill } from "./fragments-skill.ts";
import { type Documents, openDocuments } from "./open-documents.ts";

/** Not handed over, and why. Every other example is. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "2.3 State Flow Diagram": "a picture; the two processes of 2.2 go through it",
  "6.1 Schema": "declares the model behind the front matter of 6; its defaults are asserted there",
  "7.3 Orchestrator-First Anti-Pattern": "code of an orchestrator, which Capstan replaces",
  "7.4 Memory Bloat Anti-Pattern": "a list in memory, which ends with the turn",
  "9.2 PostgreSQL Schema": "the tables are Capstan's own (X37)",
  "11. Validation Commands": "scripts of that repository; `skills check` does their work",
};

const EXAMPLES = examplesOf("agent-capabilities-mvp");
const RUNNERS = join(import.meta.dirname, "../../../runners");
const SECTIONS = `{"node_name": "Weather", "code": [{"file": "a.ts", "content": "export function getForecast() {}"}]}`;

const used = new Set<string>();

/** An example, with what the document abridges as "{...}" or "[...]" written out. */
function example(title: string, abridged = SECTIONS): string {
  const text = EXAMPLES.get(title);
  if (text === undefined) throw new TypeError(`there is no example "${title}"`);
  used.add(title);
  return text.replaceAll(/\{\.\.\.\}|\[\.\.\.\]/g, abridged);
}

/** Python's own block around an example. */
const inside = (title: string) => indent(example(title));

/** Those of development, and those of production, whose address is no server. */
const BACKENDS = example("9.1 Backend Configuration")
  .split("\n\n")
  .map((part) =>
    Object.fromEntries(
      [...part.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, to]) => [name, to]),
    ),
  );

let live: Documents;
beforeAll(async () => {
  live = await openDocuments({
    env: BACKENDS[0],
    settings: { policy: { permissions: { allow: ["skill:*"] } } },
  });
});
afterAll(() => live.stop());

/** A skill as a folder on disk, checked and installed on the command line. */
async function install(name: string, front: string, code: string) {
  const doc = `---\nname: ${name}\nversion: 1.0.0\ndescription: Does ${name}.\n${front}---\n# ${name}\n`;
  const folder = live.folder(name, { "SKILL.md": doc, "impl.py": code });
  const checked = await live.cli("skills", "check", folder);
  expect(await live.cli("capabilities", "install", folder)).toMatchObject({ code: 0, err: "" });
  return checked;
}

type Turn = {
  state: string;
  outputs?: JsonObject;
  error?: { code: string; message: string };
  resume_token?: string;
  input_request?: { fields: JsonObject[]; reason: string };
};
const invoke = async (name: string, context: string, inputs: JsonObject, more: JsonObject = {}) =>
  (
    await live.call<Turn>("POST", `/v1/skills/${name}/invoke`, {
      context_id: context,
      inputs,
      ...more,
    })
  ).body;

type Remembered = { facts: { bucket: string; key: string; value: unknown }[]; events: object[] };
const remembered = async (context: string) =>
  (await live.call<Remembered>("GET", `/v1/contexts/${context}`)).body;

/** Runs each in a process that has the module `runtime` on its path; what each prints, by its name. */
const TOGETHER = `import contextlib, io, json, sys
printed = {}
for name, text in json.loads(sys.argv[1]).items():
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(text, {})
    printed[name] = out.getvalue().strip()
print(json.dumps(printed))`;

async function printedBy(texts: object): Promise<JsonObject> {
  const args = ["-B", "-c", TOGETHER, JSON.stringify(texts)];
  const env = { PATH: process.env.PATH, PYTHONPATH: RUNNERS, ...live.cliEnv };
  return JSON.parse((await promisify(execFile)("python3", args, { env })).stdout);
}

describe("the module `runtime` in a skill", () => {
  beforeAll(async () => {
    const front = example("6. Contract Extension: InteractionOutcomes");
    const more = "timeout_seconds: 30\nstate_persistence: full_events\n";
    expect(await install("documents", front + more, fragmentsSkill(example))).toMatchObject({
      code: 0,
    });
  });

  test("S24: the front matter of the document is the skill's contract", async () => {
    const { body } = await live.call("GET", "/v1/skills/documents");
    expect(body).toMatchObject({
      warnings: [],
      contract: {
        allowed_intermediate_states: ["input_required", "delegating"],
        max_turns: 4,
        supports_resume: true,
        input_request_schema: [
          { name: "source_type", type: "string", description: "TYPE1 or TYPE2", required: true },
        ],
      },
    });
  });

  const turn = (name: string, inputs: JsonObject = {}, more: JsonObject = {}) =>
    invoke("documents", name, { case: name, source_type: "TYPE1", ...inputs }, more);

  test("S10, S11, S27, S29: missing inputs are asked for, and raising an error is a failure", async () => {
    const [raised, asked, decided] = await Promise.all(
      ["raises", "asks", "decides"].map((name) => turn(name)),
    );
    expect(raised).toMatchObject({ state: "failed" });
    expect(asked).toMatchObject({
      state: "input_required",
      input_request: { fields: [{ name: "parsed_sections" }] },
    });
    const field = { name: "parsed_sections", type: "object", description: "What was parsed" };
    expect(decided).toMatchObject({ state: "input_required", input_request: { fields: [field] } });
    const { resume_token } = asked ?? {};
    const parsed_sections = { node_name: "Weather" };
    expect(
      await turn("asks", { parsed_sections }, { resume: true, resume_token: resume_token ?? "" }),
    ).toMatchObject({ state: "completed", outputs: { turn: 2 } });
  });

  test("S2, S28: the state that a turn keeps is there in the next one", async () => {
    const { state, resume_token } = await turn("persists");
    expect(state).toBe("input_required");
    expect(
      await turn("persists", {}, { resume: true, resume_token: resume_token ?? "" }),
    ).toMatchObject({ state: "completed", outputs: { before: { step: 1 } } });
  });

  test("S21, S23, S40, S41, S43, S52, S53, S54: the store is bounded, redacted and never overwritten blindly", async () => {
    expect((await turn("remembers")).outputs).toMatchObject({
      compares: { version: 2, data: { step: 1 } },
      overwrites: { by: "the first" },
      dedupes: { messages: ["msg-123"] },
      repeats: { runs: 2, first: 2, last: "cached msg-1" },
    });
    const { facts, events } = await remembered("remembers");
    expect(events).toHaveLength(100);
    const config = facts.filter(({ bucket }) => bucket === "config");
    expect(config.map(({ key, value }) => [key, value])).toEqual([
      ["api_key", "***REDACTED***"],
      ["api_key_hint", "sk-...last4"],
    ]);
    // The next run of the context knows the messages still.
    const again = (await turn("dedupes", {}, { context_id: "remembers" })).outputs;
    expect(again).toEqual({ messages: ["msg-1", "msg-123"] });
  });

  test("S31, S50: a skill cannot call another past the router", async () => {
    expect(await turn("calls")).toMatchObject({
      state: "failed",
      error: { code: "NOT_IN_A_SKILL", message: expect.stringContaining("TaskState.DELEGATING") },
    });
  });

  test("S42: a token of an earlier turn ends the run with a conflict", async () => {
    const { state, error } = await turn("stale_token");
    expect(state).toBe("failed");
    expect(error?.message).toContain("State modified, please refresh");
  });
});

test("S15, S28, S57: a thread that outlives its turn is found by `skills check`", async () => {
  const code = `from threading import Thread\nwait_for_input = print\n${example("7.2 Long-Lived Process Anti-Pattern")}`;
  const { code: exit, out } = await install("waiting", "", code);
  expect(exit).toBe(1);
  expect(out).toContain("impl.py:4 A thread. Nothing outlives a turn");
});

test("S44, S45: inputs that the document's schema refuses do not run", async () => {
  const front =
    example("9.6 State Persistence Policy") + example("9.7 Input Validation with JSON Schema");
  const code = "def execute(ctx):\n    ctx.log('ran')\n    return {'ran': True}\n";
  expect(await install("validated", front, code)).toMatchObject({ code: 0 });
  const wrong = await invoke("validated", "v", { source_type: "TYPE3" });
  expect(wrong).toMatchObject({ state: "blocked", error: { code: "INPUT_INVALID" } });
  // The correlation id is required, and comes from the runtime.
  const right = await invoke("validated", "v", { source_type: "TYPE2" });
  expect(right).toMatchObject({ state: "completed", outputs: { ran: true } });
  const { facts, events } = await remembered("v");
  expect(facts.map(({ key }) => key)).toContain("source_type");
  expect(events).toEqual([]);
});

const CALLERS = {
  oneShot: `from runtime import create_executor
executor = create_executor(".")
correlation_id = "one-shot"
for inputs in ({"raw_node_name": "My HTTP-request  Node"}, {}):
${inside("2.1 Degenerate Case (One-Shot Tool)")}
    print(result.status.name, result.outputs.get("normalized_name"))
    correlation_id = "another"`,
  // Python wants a statement where the document has only comments.
  severalTurns: `from runtime import create_executor, create_agent_adapter, TaskState
executor = create_executor(".")
context_id = "several-turns"
${example("2.2 Multi-Turn Agent Pattern").replace(
  "# Caller provides missing data...",
  "print([field.name for field in response.input_request.missing_fields])",
)}
print(response.state.name, "inferred_schema" in response.outputs)`,
  quickAsked: quickReference("quick-asked", "{}"),
  // Its other branches, each a call more.
  ...(IS_LONG && {
    quickDone: quickReference(
      "quick-done",
      `{"parsed_sections": ${SECTIONS}, "source_type": "TYPE1"}`,
    ),
    quickFailed: quickReference(
      "quick-failed",
      `{"parsed_sections": {"node_name": "x"}, "source_type": "TYPE1"}`,
    ),
  }),
  resumes: `from runtime import create_executor, create_agent_adapter
from runtime.state_store import create_state_store, validate_resume_token
class ConflictError(Exception): pass
adapter = create_agent_adapter(create_executor("."))
skill, context_id = "schema-infer", "looked-at"
token = adapter.invoke(skill, {}, context_id).resume_token
store = create_state_store(context_id)
inputs = {"source_type": "TYPE1"}
${example("❌ Resume Without Token Validation")}
print(response.state.name)
inputs = {"parsed_sections": ${SECTIONS}}
for attempt in range(2):
    try:
${indent(inside("❌ Resume Without Token Validation #2"))}
        print(response.state.name)
    except ConflictError as error:
        print(error)
    token = store.get_state().resume_token`,
  limits: `import runtime.state_store as store
${example("5.3 Retention Knobs")}
print([MAX_EVENTS_PER_CONTEXT, MAX_POCKET_FACTS_PER_BUCKET, MAX_SUMMARY_SIZE_CHARS]
    == [store.MAX_EVENTS_PER_CONTEXT, store.MAX_POCKET_FACTS_PER_BUCKET, store.MAX_SUMMARY_SIZE_CHARS])`,
  redacts: `${example("9.5 Sensitive Data Redaction")}
print(safe_data)
for text in ("api_key=sk-xxx", "Authorization: Bearer xxx", "password=xxx", "pk-1234567890abcdefghij"):
    print(redact_sensitive(text))`,
};

/** As it stands, in a context of its own. */
function quickReference(context: string, inputs: string): string {
  const text = example("12. Quick Reference: Using the Adapter");
  return `repo_root = "."
inputs = ${inputs}
${text.replaceAll('"my-context-id"', `"${context}"`)}
print(response.state.name)`;
}

test("S9, S10, S11, S12, S42, S55, S58: a caller's programs do what the document says of them", async () => {
  const printed = await printedBy(CALLERS);
  expect(printed).toMatchObject({
    oneShot: "SUCCESS myHttpRequest\nFAILED None",
    severalTurns: "['parsed_sections', 'source_type']\nCOMPLETED True",
    quickAsked: [
      "Need: parsed_sections (What was parsed: node_name, and code or docs.)",
      "Need: source_type (TYPE1 for source code, TYPE2 for documentation)",
      "COMPLETED",
    ].join("\n"),
    ...(IS_LONG && {
      quickDone: expect.stringMatching(/^\{'inferred_schema': .*\nCOMPLETED$/),
      quickFailed: expect.stringMatching(/^\[\{.*'message': .*\nFAILED$/),
    }),
    resumes: "INPUT_REQUIRED\nState changed, please refresh\nCOMPLETED",
    limits: "True",
    redacts: [
      "{'config': {'api_key': '***REDACTED***'}}",
      "api_key=***REDACTED***",
      "Authorization: Bearer ***REDACTED***",
      "password=***REDACTED***",
      "***REDACTED***",
    ].join("\n"),
  });
});

test("S35: the server runs on the store that the document's variable names", () => {
  expect(BACKENDS[0]).toEqual({ STATE_STORE_BACKEND: "sqlite" });
  expect(existsSync(join(live.home, "capstan.db"))).toBe(true);
});

test("every example of the document is handed over, or it says why not", () => {
  const told = [...Object.keys(LEFT_OUT), ...used];
  expect([...EXAMPLES.keys()].filter((title) => !told.includes(title))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((title) => used.has(title) || !EXAMPLES.has(title))).toEqual(
    [],
  );
});
