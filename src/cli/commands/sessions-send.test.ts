import { describe, expect, test } from "vitest";
import {
  APPROVAL,
  ASSISTANT_MESSAGE,
  SESSION,
  USER_MESSAGE,
  WAITING,
} from "../../../test/records.ts";
import type { InputRequest, Session } from "../../http/client/wire.ts";
import { runAgainst } from "../testing/run-cli.ts";

const TOOL_MESSAGE = {
  ...USER_MESSAGE,
  role: "tool",
  tool_id: "builtin:test_math:add",
  content: '{"sum":5}',
};
const CALLING = {
  ...ASSISTANT_MESSAGE,
  content: "",
  tool_calls: [{ id: "inv_1", tool_id: "builtin:test_math:add", name: "add", input: { a: 2 } }],
};

function send(session: Partial<Session>, rest: string[] = []) {
  const messages = [USER_MESSAGE, CALLING, TOOL_MESSAGE, ASSISTANT_MESSAGE];
  const body = { message: USER_MESSAGE, session: { ...SESSION, ...session }, messages };
  return runAgainst(
    {
      "POST /v1/sessions/session_1/messages": { body },
      "GET /v1/approvals/appr_1": { body: APPROVAL },
    },
    ["sessions", "send", "session_1", "What is 2 + 3?", ...rest],
  );
}

describe("sessions send", () => {
  test("shows what the turn added, and not the message itself", async () => {
    const { code, out, seen } = await send({});
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "assistant:",
      '  calls builtin:test_math:add {"a":2}',
      "tool builtin:test_math:add:",
      '  {"sum":5}',
      "assistant:",
      "  It is 5.",
    ]);
    expect(seen.at(-1)?.body).toEqual({ content: "What is 2 + 3?" });
  });

  test("P26: a turn that waits exits 3 with the inputs to inspect and the command", async () => {
    const { code, out } = await send({
      state: "input_required",
      input_request: WAITING.input_request ?? null,
    });
    expect(code).toBe(3);
    expect(out).toContain('"path": "/notes.txt"');
    expect(out).toContain("capstan approvals run appr_1");
  });

  test.each<{ request: InputRequest; says: string[] }>([
    {
      request: { kind: "fields", reason: "Which file?", fields: [{ name: "file" }] },
      says: ["  file\n", 'capstan sessions send session_1 "<answer>"'],
    },
    {
      request: { kind: "reconcile", reason: "It may have run.", invocation_id: "inv_1" },
      says: ["capstan sessions resume session_1 --reconcile ran|not_run|run_again"],
    },
  ])("a turn that waits for $request.kind says how to go on", async ({ request, says }) => {
    const { code, out } = await send({ state: "input_required", input_request: request });
    expect(code).toBe(3);
    for (const line of says) expect(out).toContain(line);
  });

  test("a turn that has not ended after the wait does not count as done", async () => {
    const { code, out, seen } = await send({ state: "in_progress" }, ["--wait-ms", "50"]);
    expect({ code, url: seen[1]?.url }).toEqual({
      code: 1,
      url: "/v1/sessions/session_1/messages?wait_ms=50",
    });
    expect(out).toContain("It goes on. To look again:  capstan sessions show session_1");
  });

  test("whoever does not wait is done when the message is accepted", async () => {
    expect((await send({ state: "in_progress" }, ["--wait-ms", "0"])).code).toBe(0);
  });

  test.each([
    ["failed", 1],
    ["escalated", 1],
    ["blocked", 4],
  ] as const)("a turn that ended as %s exits %i", async (state, exit) => {
    const { code, out } = await send({ state });
    expect(code).toBe(exit);
    expect(out).toContain(`Session session_1: ${state}`);
  });
});
