import { describe, expect, test } from "vitest";
import { OUTCOME } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

const CONTEXT = {
  id: "c1",
  skill: "hello",
  state: "delegating",
  turn: 2,
  version: 3,
  summary: "",
  facts: [],
  events: [],
  is_earlier_version: false,
  input_request: null,
  outcome: null,
  resume_token: "t",
  children: [{ context_id: "dlg_1", target: "worker", state: "paused", is_delivered: false }],
};
const { outputs: _, ...BARE } = { ...OUTCOME, outputs: null };
const waiting = (more: object) => ({ ...BARE, context_id: "c1", resume_token: "t", ...more });
const invoke = (answer: object) =>
  runAgainst({ "POST /v1/skills/hello/invoke": { body: answer } }, ["skills", "invoke", "hello"]);

describe("a run that waits exits 3, and says how it goes on and how to end it", () => {
  test.each([
    {
      name: "for inputs",
      answer: {
        state: "input_required",
        input_request: {
          kind: "fields",
          reason: "Whom?",
          fields: [
            { name: "person", type: "string", description: "Whom to greet" },
            { name: "tone", type: "string", required: false },
          ],
        },
      },
      says: [
        "Waits for fields: Whom?",
        "  person (string): Whom to greet",
        "  tone (string, may be left out)",
        "skills resume c1 --input '{…}'",
      ],
    },
    {
      name: "until somebody says so",
      answer: {
        state: "paused",
        input_request: { kind: "fields", reason: "Tomorrow.", fields: [] },
      },
      says: ["Paused: Tomorrow.", "To go on:  capstan skills resume c1\n"],
    },
    {
      name: "for another skill",
      answer: { state: "delegating", delegation: { target: "worker", context_id: "dlg_1" } },
      says: ["Handed over to worker.", "To wait for it:  capstan skills resume c1\n"],
    },
  ])("S10: $name", async ({ answer, says }) => {
    const { code, out } = await invoke(waiting(answer));
    expect(code).toBe(3);
    for (const line of [...says, "capstan skills cancel c1"]) expect(out).toContain(line);
  });
});

test("skills show tells of a run by its context alone", async () => {
  const routes = { "GET /v1/contexts/c1": { body: CONTEXT } };
  const { code, out } = await runAgainst(routes, ["skills", "show", "--context", "c1"]);
  expect(code).toBe(0);
  expect(out).toContain("version  3");
  expect(out).toContain("worker (dlg_1): paused");
  const none = await runAgainst(routes, ["skills", "show"]);
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("needs <name>")]);
});

test("X9: skills cancel of a run that is over says that nothing was changed", async () => {
  const over = { ...CONTEXT, state: "completed", outcome: OUTCOME };
  const routes = { "POST /v1/contexts/c1/cancel": { body: over } };
  const { code, out } = await runAgainst(routes, ["skills", "cancel", "c1"]);
  expect([code, out]).toEqual([0, expect.stringContaining("was over before: completed")]);
});
