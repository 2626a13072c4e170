import { afterEach, expect, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Model } from "../../models/model.ts";
import { makeTree } from "../bundles/testing/make-tree.ts";

let close = async () => {};
afterEach(() => close());

/** Asks as often as it is told, once about the permission that it may not have. */
const LANGUAGES = {
  TypeScript: {
    "agent.ts": `export async function run({ params, context }: any) {
  const answers: unknown[] = [];
  for (let n = 0; n < params.times; n++) {
    answers.push(context.askModel ? await context.askModel({ question: "How many? " + n }) : "no such function");
  }
  return { status: "success", action_performed: "Asked", result: answers,
    metadata: { files_affected: 0, bytes_affected: 0, duration_ms: 0, paths_accessed: [] } };
}
`,
  },
  Python: {
    "agent.py": `def run(input):
    ask = getattr(input["context"], "ask_model", None)
    answers = [ask("How many? " + str(n)) if ask else "no such function"
               for n in range(input["params"]["times"])]
    return {"status": "success", "action_performed": "Asked", "result": answers,
            "metadata": {"files_affected": 0, "bytes_affected": 0, "duration_ms": 0, "paths_accessed": []}}
`,
  },
};

const manifest = (permissions: string[]) => ({
  "manifest.json": JSON.stringify({
    name: "asking_agent",
    version: "1.0.0",
    permissions,
    actions: [{ name: "ask", input_schema: { type: "object" }, effects: permissions }],
  }),
});

function countingModel(): Model & { asked: number } {
  const model = {
    asked: 0,
    async respond() {
      model.asked += 1;
      return { text: "three", toolCalls: [], usage: { inputTokens: 100, outputTokens: 10 } };
    },
  };
  return model;
}

async function open(files: Record<string, string>, permissions: string[]) {
  const model = countingModel();
  const api = await openApi({
    model,
    contentFolder: makeTree({}),
    profile: "auto",
    settings: { advisor: { questions: 2 } },
  });
  close = api.close;
  const path = makeTree({ ...manifest(permissions), ...files });
  const installed = await api.post("/v1/capabilities/install", { path }, { as: "admin" });
  expect(installed.status).toBe(201);
  const outcome = await api.invoke("agent:asking_agent:ask", { times: 3 });
  return { api, model, result: (outcome.outputs as JsonObject | undefined)?.result, outcome };
}

test.each(Object.entries(LANGUAGES))(
  "I14, I19: an agent in %s with the permission asks a model, so often and on record; another cannot",
  async (_language, files) => {
    const { api, model, result, outcome } = await open(files, ["model"]);
    expect(result).toEqual([
      expect.objectContaining({ state: "answered", text: "three" }),
      expect.objectContaining({ state: "answered" }),
      { state: "refused", reason: "A run asks a model 2 times at most." },
    ]);
    expect(model.asked).toBe(2);
    expect(outcome.usage).toEqual({ inputTokens: 200, outputTokens: 20 });
    const asked = (await api.records()).filter(({ type }) => type === "invocation.sampled");
    expect(asked.map(({ data }) => data.answered ?? data.refused)).toEqual([
      "three",
      "three",
      expect.stringContaining("2 times at most"),
    ]);
    await close();
    const without = await open(files, []);
    expect(without.result).toEqual(Array(3).fill("no such function"));
    expect(without.model.asked).toBe(0);
  },
  60_000,
);
