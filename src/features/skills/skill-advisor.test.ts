import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Model } from "../../models/model.ts";
import { createOfflineModel } from "../../models/offline/offline-model.ts";
import { makeTree, type Tree } from "../bundles/testing/make-tree.ts";
import { skillTree } from "../bundles/testing/skill-trees.ts";

let close = async () => {};
afterEach(() => close());

type Turn = {
  state: string;
  turn: number;
  context_id: string;
  resume_token?: string;
  outputs?: JsonObject & { answers?: JsonObject[] };
  error?: { code: string; message: string };
  input_request?: { kind: string; reason: string; approval_ids?: string[] };
};

async function open(tree: Tree, options: Parameters<typeof openApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const api = await openApi({
    contentFolder,
    permissions: { allow: ["skill:*"] },
    ...options,
  });
  close = api.close;
  await api.post("/v1/capabilities/install", { path: makeTree(tree) }, { as: "admin" });
  const turn = async (name: string, body: JsonObject) =>
    (await api.post<Turn>(`/v1/skills/${name}/invoke`, body)).body;
  return { api, turn };
}

/** Answers each question with the next of these texts. */
function advisor(...texts: string[]): Model & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async respond({ messages, system }) {
      asked.push(`${system}\n${messages.at(-1)?.content}`);
      const text = texts[asked.length - 1] ?? "{}";
      return { text, toolCalls: [], usage: { inputTokens: 100, outputTokens: 10 } };
    },
  };
}

const ASKS = {
  "impl.ts": `
    import { askModel, completed, type SkillContext } from "capstan/skill";
    export default async function run(ctx: SkillContext) {
      const answers = [];
      for (let n = 0; n < Number(ctx.inputs.times); n++) {
        answers.push(await askModel(ctx, "What is " + n + "?", { schema: { type: "object", required: ["n"] } }));
      }
      return completed({ answers });
    }`,
};
const FRONT = (mode: string) => `execution_mode: ${mode}\nautonomy_level: READ\nside_effects: []`;

test("S3, S56: a hybrid skill asks, gets only what fits, within its budget, and all is on record", async () => {
  const model = advisor('{"n": 1}', "no idea");
  const { api, turn } = await open(skillTree("asks", FRONT("HYBRID"), ASKS), {
    model,
    settings: { advisor: { questions: 3 } },
  });
  const { state, outputs } = await turn("asks", { context_id: "a", inputs: { times: 4 } });
  expect(state).toBe("completed");
  expect(outputs?.answers).toMatchObject([
    { state: "answered", value: { n: 1 } },
    { state: "invalid", problems: [expect.stringContaining("no JSON")] },
    { state: "invalid" },
    { state: "refused", reason: expect.stringContaining("3 times at most") },
  ]);
  expect(model.asked).toHaveLength(3);
  expect(model.asked[0]).toContain('"required":["n"]');
  const audit = await api.get<{ items: { type: string; data: JsonObject }[] }>("/v1/audit");
  const sampled = audit.body.items.filter(({ type }) => type === "invocation.sampled");
  expect(sampled).toHaveLength(4);
  expect(sampled.at(-1)?.data).toMatchObject({ asked: "What is 0?", answered: '{"n": 1}' });
});

test("S3, S56: a deterministic skill asks nobody, whatever it tries", async () => {
  const model = advisor();
  const { turn } = await open(skillTree("asks", FRONT("DETERMINISTIC"), ASKS), { model });
  const { outputs } = await turn("asks", { inputs: { times: 1 } });
  expect(outputs?.answers).toMatchObject([{ state: "refused" }]);
  expect(model.asked).toEqual([]);
});

test("S3: with a model that cannot advise, hybrid goes on, and advisor_only says plainly why not", async () => {
  const model = createOfflineModel();
  const { api, turn } = await open(skillTree("asks", FRONT("hybrid"), ASKS), { model });
  await api.post(
    "/v1/capabilities/install",
    { path: makeTree(skillTree("only", FRONT("advisor_only"), ASKS)) },
    { as: "admin" },
  );
  expect(await turn("asks", { inputs: { times: 1 } })).toMatchObject({
    state: "completed",
    outputs: { answers: [{ state: "refused", reason: expect.stringContaining("cannot advise") }] },
  });
  expect(await turn("only", { inputs: { times: 1 } })).toMatchObject({
    state: "failed",
    error: { code: "ADVISOR_REFUSED", message: expect.stringContaining("cannot advise") },
  });
});

const CONFIRMS = `
from capstan_skill import ask_model, completed, confirm, escalated, event, fact, next_fix, put_fact


def execute(ctx):
    wanted = fact(ctx, "plan", "value")
    if ctx.confirmed:
        return completed({"did": wanted, "turn": ctx.turn})
    number = next_fix(ctx)
    if number is None:
        return escalated("Tried three times.", {"last": wanted})
    advice = ask_model(ctx, "What now?", schema={"type": "object"})
    put_fact(ctx, "plan", "value", advice["value"]["do"])
    event(ctx, "proposed", advice["value"])
    return confirm("Do it?", {"do": advice["value"]["do"]})
`;
const CONFIRMS_FRONT = `execution_mode: hybrid
autonomy_level: READ
side_effects: []
interaction_outcomes: {allowed_intermediate_states: [input_required], max_turns: 8}`;

test("S49, S56: what a skill wants confirmed becomes an approval, bound to what was shown", async () => {
  const model = advisor('{"do": "one"}', ...Array(9).fill('{"do": "two"}'));
  const { api, turn } = await open(skillTree("confirms", CONFIRMS_FRONT, { "impl.py": CONFIRMS }), {
    model,
  });
  const first = await turn("confirms", { context_id: "c" });
  expect(first).toMatchObject({ state: "input_required", input_request: { kind: "confirmation" } });
  const [id = ""] = first.input_request?.approval_ids ?? [];
  expect((await api.get(`/v1/approvals/${id}`)).body).toMatchObject({
    reason: "Do it?",
    preview: { do: "one" },
  });
  // Somebody goes on meanwhile: what was approved is not what would happen.
  const token = async () =>
    (await api.get<{ resume_token: string }>("/v1/contexts/c")).body.resume_token;
  const second = await turn("confirms", { context_id: "c", resume_token: await token() });
  const stale = await api.post<{ outcome: Turn }>(`/v1/approvals/${id}/run`);
  expect(stale.body).toMatchObject({ approval: { state: "superseded" } });
  expect(stale.body.outcome.state).not.toBe("completed");

  const [newer = ""] = second.input_request?.approval_ids ?? [];
  const done = await api.post<{ outcome: Turn }>(`/v1/approvals/${newer}/run`);
  expect(done.body.outcome).toMatchObject({
    state: "completed",
    outputs: { did: "two", turn: 3 },
  });
  expect(model.asked).toHaveLength(2);

  // Nobody approves: three tries, and then a person has to look at it.
  await turn("confirms", { context_id: "e" });
  const next = async () => {
    const { body } = await api.get<{ resume_token: string }>("/v1/contexts/e");
    return turn("confirms", { context_id: "e", resume_token: body.resume_token });
  };
  await next();
  await next();
  expect(await next()).toMatchObject({ state: "escalated", outputs: { report: {} } });
});
