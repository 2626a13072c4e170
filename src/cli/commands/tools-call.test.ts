import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { APPROVAL, OUTCOME, WAITING } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

const CALL = ["tools", "call", "builtin:test_math:add"];
const INVOKE = "POST /v1/tools/builtin%3Atest_math%3Aadd/invoke";

const call = (outcome: unknown, rest: string[] = [], stdin = "") =>
  runAgainst(
    { [INVOKE]: { body: outcome }, "GET /v1/approvals/appr_1": { body: APPROVAL } },
    [...CALL, ...rest],
    { stdin },
  );

const error = { code: "TOOL_FAILED", message: "It broke.", retryable: false };

describe("tools call", () => {
  test.each([
    { state: "completed", exit: 0, says: '"sum": 5' },
    { state: "failed", exit: 1, says: "Not completed (failed): It broke. [TOOL_FAILED]" },
    { state: "timeout", exit: 1, says: "Not completed (timeout)" },
    { state: "blocked", exit: 4, says: "Denied: It broke." },
  ])("C23: $state is answered by exit code $exit", async ({ state, exit, says }) => {
    const outcome = { ...OUTCOME, state, ...(state !== "completed" && { error }) };
    const human = await call(outcome);
    expect(human.code).toBe(exit);
    expect(human.out).toContain(says);
    const json = await call(outcome, ["--json"]);
    expect(json).toMatchObject({ code: exit, out: JSON.stringify(outcome), err: "" });
  });

  test("P39: a program's output is printed as it is, its end in a line of its own", async () => {
    const outputs = {
      ok: false,
      exit_code: 3,
      stdout: "one\n\ttwo \u001b[31mred\u001b[0m\n",
      stderr: "warning\n",
      truncated: true,
      timed_out: false,
    };
    const outcome = { ...OUTCOME, outputs };
    const { code, out } = await call(outcome);
    expect({ code, out }).toEqual({
      code: 0,
      out: [
        "  one",
        "      two \\u{1b}[31mred\\u{1b}[0m",
        "Errors:",
        "  warning",
        "Exit code 3, output truncated",
      ].join("\n"),
    });
    expect((await call(outcome, ["--json"])).out).toBe(JSON.stringify(outcome));
  });

  test("a program that did not end in time is told with what it had printed", async () => {
    const outputs = {
      ...{ ok: false, exit_code: null, signal: "SIGKILL", stdout: "", stderr: "" },
      ...{ truncated: false, timed_out: true },
    };
    const { out } = await call({ ...OUTCOME, state: "timeout", error, outputs });
    expect(out.split("\n")).toEqual([
      "It printed nothing.",
      "Ended by SIGKILL, timed out",
      "Not completed (timeout): It broke. [TOOL_FAILED]",
    ]);
    const more = await call({ ...OUTCOME, outputs: { ...outputs, path: "x" } });
    expect(more.out).toContain('"path": "x"');
  });

  test("C23: a call that waits exits 3 with the approval and the command that runs it", async () => {
    const { code, out } = await call(WAITING);
    expect(code).toBe(3);
    expect(out).toContain("Waits for approval: A person has to agree.");
    expect(out).toContain("To run it:   capstan approvals run appr_1");
  });

  test("X36: a token that may not read approvals still exits 3 and names them", async () => {
    const { code, out } = await runAgainst({ [INVOKE]: { body: WAITING } }, CALL);
    expect(code).toBe(3);
    expect(out).toContain("To run it:   capstan approvals run appr_1");
  });

  test("C23: a call that waits exits 3 with --json too, and asks nothing more", async () => {
    const { code, out, seen } = await call(WAITING, ["--json"]);
    expect({ code, out, requests: seen.length }).toEqual({
      code: 3,
      out: JSON.stringify(WAITING),
      requests: 1,
    });
  });

  test("X9: a call that asks shows its fields, and the commands that answer and decline it", async () => {
    const fields = [
      { name: "colour", type: "string", description: "Which?", required: true, choices: ["red"] },
      { name: "size", type: "integer", description: "", required: false, default: 3 },
    ];
    const request = { kind: "fields", reason: "The server asks.", fields, invocation_id: "inv_1" };
    const outcome = { ...WAITING, input_request: request, resume_token: "inv_1:1:1:x" };
    const { out } = await call(outcome);
    expect(out).toContain('  colour (string, required): Which?; one of ["red"]');
    expect(out).toContain("  size (integer): 3 if left out");
    const goOn = `capstan tools call ${CALL[2]} --resume inv_1:1:1:x`;
    expect(out).toContain(`To answer:   ${goOn} --input '{"colour": …}'`);
    expect(out).toContain(`To decline:  ${goOn} --decline`);
  });

  test("sends the input and the options", async () => {
    const options = ["--dry-run", "--session", "session_1", "--message-id", "m1"];
    const { seen } = await call(OUTCOME, ["--input", '{"a":2,"b":3}', ...options]);
    expect(seen[0]?.body).toEqual({
      inputs: { a: 2, b: 3 },
      dry_run: true,
      session_id: "session_1",
      message_id: "m1",
    });
  });

  test("reads the input from a file and from standard input", async () => {
    const folder = mkdtempSync(join(tmpdir(), "capstan-cli-"));
    try {
      writeFileSync(join(folder, "input.json"), '{"a":1}');
      const fromFile = await call(OUTCOME, ["--input", `@${join(folder, "input.json")}`]);
      expect(fromFile.seen[0]?.body).toEqual({ inputs: { a: 1 } });
    } finally {
      rmSync(folder, { recursive: true });
    }
    const fromStdin = await call(OUTCOME, ["--input", "-"], '{"a":2}');
    expect(fromStdin.seen[0]?.body).toEqual({ inputs: { a: 2 } });
  });

  test.each([
    { input: "{a:1}", says: "--input is not valid JSON" },
    { input: "-", says: "--input is not valid JSON" },
    { input: "@/nonexistent.json", says: 'the file "/nonexistent.json" cannot be read' },
  ])("refuses --input $input with exit code 2 before anything is sent", async ({ input, says }) => {
    const { code, err, seen } = await call(OUTCOME, ["--input", input]);
    expect({ code, seen }).toEqual({ code: 2, seen: [] });
    expect(err).toContain(says);
  });

  test("indents a text, names artifacts, and shows hidden characters", async () => {
    const artifacts = [{ path: "outputs/a.txt", type: "file", size_bytes: 3 }];
    const { out } = await call({ ...OUTCOME, outputs: "one\n\u001b[1mtwo", artifacts });
    expect(out).toBe("  one\n  \\u{1b}[1mtwo\nMade outputs/a.txt (3 bytes)");
  });

  test("an input that does not match the schema is wrong usage", async () => {
    const problem = { code: "INPUT_INVALID", detail: "a: expected a number." };
    const { code, err } = await runAgainst({ [INVOKE]: { status: 422, body: problem } }, CALL);
    expect(code).toBe(2);
    expect(err).toContain("a: expected a number. [INPUT_INVALID]");
  });
});
