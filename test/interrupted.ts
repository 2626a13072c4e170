import type { JsonObject } from "../src/base/json.ts";
import type { Session } from "../src/schema/session.ts";
import {
  makeInvocation,
  makeLedgerEntry,
  makeMessage,
  makeOutcome,
} from "../src/testing/fixtures.ts";
import type { Harness } from "./harness.ts";

type Interruptible = Pick<Harness, "gate" | "openSession">;

/** A session that waits to be told whether its call ran before the process died. */
export async function interrupted(
  { gate, openSession }: Interruptible,
  toolId: string,
  inputs: JsonObject = { line: "x" },
): Promise<Session> {
  const opened = await openSession();
  const invocation = makeInvocation({
    toolId,
    toolDigest: gate.catalog.getTool(toolId)?.digest ?? "",
    sessionId: opened.id,
    turn: 1,
    position: 2,
    inputs,
    state: "input_required",
    outcome: makeOutcome({ state: "input_required" }),
  });
  const session: Session = {
    ...opened,
    state: "input_required",
    turn: 1,
    version: opened.version + 1,
    inputRequest: { kind: "reconcile", reason: "It may have run.", invocationId: invocation.id },
  };
  const call = { id: invocation.id, toolId, name: "append", input: inputs };
  const place = { sessionId: opened.id, turn: 1 };
  await gate.store.journal.commit("test.interrupt", [
    { type: "message.accept", message: makeMessage({ ...place, id: "msg_1", position: 0 }) },
    {
      type: "message.add",
      message: makeMessage({
        ...place,
        id: "msg_2",
        position: 1,
        role: "assistant",
        content: "",
        toolCalls: [call],
      }),
    },
    { type: "session.move", session, expect: opened.version },
    { type: "invocation.put", invocation, expect: null },
    {
      type: "ledger.put",
      entry: makeLedgerEntry({
        invocationId: invocation.id,
        sessionId: opened.id,
        status: "unknown",
        owner: gate.owner,
        invocation: null,
      }),
      expect: null,
    },
  ]);
  return session;
}
