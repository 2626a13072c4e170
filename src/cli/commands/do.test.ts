import { describe, expect, test } from "vitest";
import { APPROVAL, OUTCOME, WAITING } from "../../../test/records.ts";
import type { Approval, Intent } from "../../http/client/wire.ts";
import { nameProgram } from "../program.ts";
import { runAgainst } from "../testing/run-cli.ts";

const ID = "intent_1_1";
const STEP = {
  id: "s1",
  tool_id: APPROVAL.tool_id,
  inputs: { path: "/notes.txt" },
  says: "Delete the notes.",
};
const DONE: Intent = {
  id: ID,
  session_id: "session_1",
  state: "completed",
  plan: { steps: [STEP] },
  steps: [{ id: "s1", state: "completed", outcome: OUTCOME }],
  input_request: null,
  report: "The notes are gone.",
};
const ASKS: Intent = {
  ...DONE,
  state: "input_required",
  steps: [{ id: "s1", state: "input_required", outcome: WAITING }],
  input_request: WAITING.input_request ?? null,
  report: null,
};
const PREVIEW = {
  files: 12,
  bytes: 34_000_000,
  preview: [{ from: "/home/me/Downloads/a.pdf", to: "/home/me/Downloads/Documents/a.pdf" }],
};

type Given = Parameters<typeof runAgainst>[2];

function say(first: Intent, approval: Partial<Approval>, words: string[], given: Given = {}) {
  return runAgainst(
    {
      "POST /v1/intents": { body: first },
      [`GET /v1/intents/${ID}`]: { body: DONE },
      "GET /v1/approvals/appr_1": { body: { ...APPROVAL, ...approval } },
      "POST /v1/approvals/appr_1/run": { body: { approval: APPROVAL, outcome: OUTCOME } },
      "POST /v1/approvals/appr_1/deny": { body: { approval: APPROVAL, outcome: OUTCOME } },
    },
    ["do", "delete the notes", ...words],
    given,
  );
}

const sent = ({ seen }: Awaited<ReturnType<typeof say>>) =>
  seen
    .map(({ method, url }) => `${method} ${url.split("?")[0]}`)
    .filter((route) => route !== "GET /v1/halt");

describe("do", () => {
  test("says the task, and tells in a sentence what came of it", async () => {
    const ran = await say(DONE, {}, ["--dry-run", "--session", "session_1"]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("The notes are gone.");
    expect(ran.seen.at(-1)?.body).toEqual({
      text: "delete the notes",
      session_id: "session_1",
      dry_run: true,
    });
  });

  test("F74: a command in a report is told as it is typed here", async () => {
    nameProgram(() => "npx capstan");
    const report = "The notes are gone.\nTo take it back: capstan undo intent_1_1";
    const { out } = await say({ ...DONE, report }, {}, []);
    nameProgram(() => "capstan");
    expect(out).toContain("To take it back: npx capstan undo intent_1_1");
  });

  test("I35: without a terminal it ends with 3, what would be touched, and one command", async () => {
    const ran = await say(ASKS, { preview: PREVIEW }, []);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("12 files in /home/me/Downloads, 34 MB");
    expect(ran.out).toContain(`approvals run --task ${ID}`);
    expect(sent(ran)).not.toContain("POST /v1/approvals/appr_1/run");
  });

  test("F72: steps of one kind are one group with a count and what they touch together", async () => {
    const steps = [0, 1, 2, 3].map((at) => ({ ...STEP, id: `s${at}`, says: `Delete f${at}.` }));
    const many: Intent = {
      ...ASKS,
      plan: { steps },
      steps: steps.map(({ id }, at) => ({
        ...{ id, state: "input_required" },
        outcome: { ...WAITING, invocation_id: `inv_${at}` },
      })),
      input_request: { kind: "approval", reason: "Asks.", approval_ids: steps.map(({ id }) => id) },
    };
    const routes = steps.map(({ id }, at) => {
      const path = `/notes/f${at}.txt`;
      const preview = { files: 1, bytes: 2_000, preview: [{ path, bytes: 2_000 }] };
      const body = { ...APPROVAL, id, invocation_id: `inv_${at}`, preview };
      return [`GET /v1/approvals/${id}`, { body }] as const;
    });
    const ran = await runAgainst(
      { "POST /v1/intents": { body: many }, ...Object.fromEntries(routes) },
      ["do", "delete the notes"],
    );
    expect(ran.out.split("\n").slice(0, 6)).toEqual([
      `1-4. Delete f0. And 3 more like it.  ${STEP.tool_id} input_required`,
      "   4 files in /notes, 8.0 kB",
      ...[0, 1, 2, 3].map((at) => `      /notes/f${at}.txt  2.0 kB`),
    ]);
    expect(ran.out.split("\n")).toHaveLength(10);
  });

  test.each([
    { answer: "y", what: "run" },
    { answer: "", what: "deny" },
  ])("I32: in a terminal it asks once; $answer is $what", async ({ answer, what }) => {
    const ran = await say(ASKS, {}, [], { isTty: true, answers: [answer] });
    expect(sent(ran)).toContain(`POST /v1/approvals/appr_1/${what}`);
    expect(ran.out).toContain("The notes are gone.");
  });

  const SECOND = { ...STEP, id: "s2", inputs: { path: "/more.txt" }, says: "Delete more." };
  const THIRD = { ...STEP, id: "s3", inputs: { path: { $from: "s1", path: "/path" } } };
  const SEVERAL: Intent = {
    ...ASKS,
    plan: { steps: [STEP, SECOND, THIRD] },
    steps: [
      ...ASKS.steps,
      ...["s2", "s3"].map((id) => ({ id, state: "pending" as const, outcome: null })),
    ],
  };

  test("I35: steps that come later stand with their inputs, or with what they depend on", async () => {
    const ran = await say(SEVERAL, { preview: PREVIEW }, []);
    expect(ran.out).toContain('{"path":"/more.txt"}');
    expect(ran.out).toContain("depends on step 1: you are asked when it is known");
  });

  test.each([
    { preview: { files: 1 }, asked: 1 },
    { preview: { files: 2 }, asked: 2 },
  ])(
    "I35: a later step as it was shown is not asked about again, unless it is about several files: $preview.files",
    async ({ preview, asked }) => {
      const next = {
        ...SEVERAL,
        steps: SEVERAL.steps.map((step, at) =>
          at === 1
            ? { ...step, outcome: WAITING }
            : { ...step, outcome: at === 0 ? OUTCOME : null },
        ),
      };
      const later = { ...APPROVAL, id: "appr_2", inputs: SECOND.inputs, preview };
      const reads = [
        {
          ...next,
          input_request: {
            ...WAITING.input_request,
            approval_ids: ["appr_2"],
          } as Intent["input_request"],
        },
        DONE,
      ];
      const ran = await runAgainst(
        {
          "POST /v1/intents": { body: SEVERAL },
          [`GET /v1/intents/${ID}`]: {
            get body() {
              return reads.shift() ?? DONE;
            },
          },
          "GET /v1/approvals/appr_1": { body: APPROVAL },
          "GET /v1/approvals/appr_2": { body: later },
          "POST /v1/approvals/appr_1/run": { body: { approval: APPROVAL, outcome: OUTCOME } },
          "POST /v1/approvals/appr_2/run": { body: { approval: later, outcome: OUTCOME } },
        },
        ["do", "delete both"],
        { isTty: true, answers: ["y", "y"] },
      );
      expect(ran.out.split("Run? [y/N]").length - 1).toBe(asked);
      expect(ran.out).toContain("The notes are gone.");
    },
  );

  test("--yes confirms what a user may confirm, and never what needs an admin", async () => {
    expect(sent(await say(ASKS, {}, ["--yes"]))).toContain("POST /v1/approvals/appr_1/run");
    const ran = await say(ASKS, { level: "admin" }, ["--yes"]);
    expect(ran.code).toBe(3);
    expect(sent(ran)).not.toContain("POST /v1/approvals/appr_1/run");
  });

  test.each([
    { state: "failed", code: 1 },
    { state: "blocked", code: 4 },
  ] as const)("a task that is $state ends with $code", async ({ state, code }) => {
    expect((await say({ ...DONE, state }, {}, [])).code).toBe(code);
  });

  test("a question that nobody is there to answer ends with 3 and says it", async () => {
    const request = { kind: "fields" as const, reason: "Which notes?", fields: [] };
    const ran = await say({ ...ASKS, plan: null, steps: [], input_request: request }, {}, []);
    expect([ran.code, ran.out]).toEqual([3, expect.stringContaining("Which notes?")]);
  });
});

test("undo takes back the last task, or the one that is named", async () => {
  const routes = { "POST /v1/intents": { body: DONE } };
  expect((await runAgainst(routes, ["undo"])).seen.at(-1)?.body).toEqual({ undo: "last" });
  expect((await runAgainst(routes, ["undo", ID])).seen.at(-1)?.body).toEqual({ undo: ID });
});
