import { expect, test } from "vitest";
import { SESSION } from "../../../test/records.ts";
import { runAgainst } from "../testing/run-cli.ts";

const ARGV = ["sessions", "resume", "session_1", "--reconcile", "not_run"];

test("sessions resume reads the token of the session and says what became of the call", async () => {
  const { code, seen, out } = await runAgainst(
    {
      "GET /v1/sessions/session_1": { body: SESSION },
      "POST /v1/sessions/session_1/resume": {
        body: { session: { ...SESSION, state: "in_progress" } },
      },
    },
    ARGV,
  );
  expect(code).toBe(0);
  expect(out).toBe("Session session_1: in_progress, turn 1");
  expect(seen[1]?.body).toEqual({ resume_token: SESSION.resume_token, reconcile: "not_run" });
});

test("sessions resume fails when the session moved in between", async () => {
  const problem = { code: "STATE_CONFLICT", detail: "Somebody else answered." };
  const { code, err } = await runAgainst(
    {
      "GET /v1/sessions/session_1": { body: SESSION },
      "POST /v1/sessions/session_1/resume": { status: 409, body: problem },
    },
    ARGV,
  );
  expect(code).toBe(1);
  expect(err).toContain("Somebody else answered. [STATE_CONFLICT]");
});

test("sessions resume answers what a call asks, by its fields or not at all", async () => {
  const resume = (...rest: string[]) =>
    runAgainst(
      {
        "GET /v1/sessions/session_1": { body: SESSION },
        "POST /v1/sessions/session_1/resume": { body: { session: SESSION } },
      },
      ["sessions", "resume", "session_1", ...rest],
    );
  const answered = await resume("--input", '{"colour":"red"}');
  expect(answered.seen[1]?.body).toEqual({
    resume_token: SESSION.resume_token,
    inputs: { colour: "red" },
  });
  const declined = await resume("--decline");
  expect(declined.seen[1]?.body).toEqual({ resume_token: SESSION.resume_token, answer: "decline" });
  const { code, err, seen } = await resume();
  expect({ code, seen }).toEqual({ code: 2, seen: [] });
  expect(err).toContain("needs --reconcile, --input or --decline");
});
