import { describe, expect, test } from "vitest";
import { APPROVAL, ASSISTANT_MESSAGE, OUTCOME, SESSION, WAITING } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

const run = (body: unknown, rest: string[] = []) =>
  runAgainst(
    {
      "POST /v1/approvals/appr_1/run": { body },
      "GET /v1/approvals/appr_2": { body: { ...APPROVAL, id: "appr_2", changed: ["input"] } },
    },
    ["approvals", "run", "appr_1", ...rest],
  );

const approval = { ...APPROVAL, state: "used" };

describe("approvals run", () => {
  test("P26: runs the call and shows its outcome", async () => {
    const { code, out, seen } = await run({ approval, outcome: OUTCOME });
    expect(code).toBe(0);
    expect(out).toContain("Approval appr_1: used");
    expect(out).toContain('"sum": 5');
    expect(seen[0]).toMatchObject({ method: "POST", url: "/v1/approvals/appr_1/run" });
  });

  test("shows what a program printed, and its exit code", async () => {
    const outputs = {
      ...{ ok: true, exit_code: 0, stdout: "42\n", stderr: "" },
      ...{ truncated: false, timed_out: false },
    };
    const { out } = await run({ approval, outcome: { ...OUTCOME, outputs } });
    expect(out).toMatch(/\n {2}42\nExit code 0$/);
  });

  test("waits for the turn when asked to, and exits by how it stands", async () => {
    const session = { ...SESSION, state: "completed" };
    const body = { approval, outcome: OUTCOME, session, messages: [ASSISTANT_MESSAGE] };
    const { code, out, seen } = await run(body, ["--wait-ms", "1000"]);
    expect({ code, url: seen[0]?.url }).toEqual({
      code: 0,
      url: "/v1/approvals/appr_1/run?wait_ms=1000",
    });
    expect(out).toContain("  It is 5.\nSession session_1: completed");
  });

  test("X8: sends an input of one's own, and says who changed it", async () => {
    const edited = { by: "owner", inputs: { line: "asked" } };
    const answer = { type: "edited", by: "owner", says: "owner changed the input." };
    const outcome = { ...OUTCOME, ran_with: { line: "changed" }, answer };
    const { code, out, seen } = await run({ approval: { ...approval, edited }, outcome }, [
      "--input",
      '{"line":"changed"}',
    ]);
    expect(code).toBe(0);
    expect(seen[0]?.body).toEqual({ inputs: { line: "changed" } });
    expect(out).toContain('owner changed the input.\nIt ran with: {"line":"changed"}');
    const broken = await run({}, ["--input", "{line"]);
    expect(broken.err).toContain("--input is not valid JSON");
  });

  test("shows the new question when something changed, and exits 3", async () => {
    const request = { kind: "approval", reason: "The input changed.", approval_ids: ["appr_2"] };
    const { code, out } = await run({
      approval: { ...APPROVAL, state: "superseded" },
      outcome: { ...WAITING, input_request: request },
    });
    expect(code).toBe(3);
    expect(out).toContain("capstan approvals run appr_2");
  });

  test("exits 4 when policy forbids it by now", async () => {
    const error = { code: "POLICY_DENIED", message: "Policy forbids this.", retryable: false };
    const { code, out } = await run({ approval, outcome: { ...OUTCOME, state: "blocked", error } });
    expect(code).toBe(4);
    expect(out).toContain("Denied: Policy forbids this. [POLICY_DENIED]");
  });
});
