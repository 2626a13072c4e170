import { digest } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { invokeTool } from "../../../engine/invoke-tool.ts";
import type { AwaitedCall } from "../../../schema/awaited-call.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Tool } from "../../../schema/tool.ts";
import { type Asked, askApproval } from "./ask-approval.ts";
import { askFields } from "./ask-fields.ts";
import { findAwaited, handOver, lookAtAwaited, noteAwaited } from "./awaited-calls.ts";
import type { Era } from "./create-server.ts";
import { unknownState } from "./exchange.ts";
import { failed } from "./pass-on.ts";
import { resultOf, told } from "./result-of.ts";
import type { CallResult, Exchange, Seat } from "./seat.ts";

type Calling = {
  readonly engine: Engine;
  readonly seat: Seat;
  readonly exchange: Exchange;
  readonly isLive: (connection: string) => boolean;
  readonly era: Era;
};

/** Questions of one call that are answered in a row. */
const MOST_QUESTIONS = 40;

/** What became of a call, or what its client is answered while it waits. */
export type Made =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "answer"; readonly result: CallResult };

/** A call of a tool, answered in words that its caller can act on. */
export async function callTool(
  calling: Calling,
  tool: Tool,
  inputs: JsonObject,
): Promise<CallResult> {
  const { seat, exchange, era } = calling;
  try {
    const made = await makeCall(calling, tool, inputs);
    if (made.type === "answer") return made.result;
    const { outcome } = made;
    // Of one server alone, its errors are its own: a client of it knows what they mean.
    if (seat.view.server !== undefined && outcome.state === "failed" && exchange.peer.error()) {
      throw failed(outcome, exchange, era);
    }
    return resultOf(tool, outcome);
  } catch (error) {
    // Before there was a call: what is wrong with it.
    if (!(error instanceof CapstanError) || error.code === "INTERNAL") throw error;
    return told(`${error.message} (${error.code})`, { "capstan/code": error.code });
  }
}

/**
 * One call of a client, through the gate. What asks is asked of the client's person or told where it is
 * answered; the same call, made again, goes on with the one that was asked about.
 */
export async function makeCall(calling: Calling, tool: Tool, inputs: JsonObject): Promise<Made> {
  const { engine, seat, exchange } = calling;
  const same = digest([seat.caller.id, seat.client.name, tool.toolId, inputs]);
  let awaited = await findAwaited(engine, {
    digest: same,
    connection: seat.connection,
    isLive: calling.isLive,
  });
  // An answer is never taken for a new call: that would run twice.
  if (exchange.state !== undefined && !awaited) throw unknownState();
  let outcome = awaited && (await look(calling, awaited));
  if (!outcome) {
    awaited = undefined;
    outcome = await start(calling, tool, inputs);
  }
  for (let asked = 0; outcome.state === "input_required" && asked < MOST_QUESTIONS; asked++) {
    awaited ??= await note(calling, outcome, same);
    const next = await ask(calling, outcome);
    if (next.type === "answer") {
      exchange.leave();
      return next;
    }
    outcome = next.type === "outcome" ? next.outcome : ((await look(calling, awaited)) ?? outcome);
  }
  if (awaited && outcome.state !== "input_required") await handOver(engine, awaited);
  return { type: "outcome", outcome };
}

async function start(
  { engine, seat, exchange }: Calling,
  tool: Tool,
  inputs: JsonObject,
): Promise<Outcome> {
  const { id, scopes } = seat.caller;
  const wanted = {
    toolId: tool.toolId,
    inputs,
    actor: { id, scopes },
    signal: exchange.signal,
    onProgress: exchange.onProgress,
    peer: exchange.peer,
  };
  return invokeTool(engine, wanted, await seat.session());
}

function look({ engine, exchange }: Calling, awaited: AwaitedCall): Promise<Outcome | undefined> {
  return lookAtAwaited(engine, awaited, exchange.signal, exchange);
}

async function note(
  { engine, seat }: Calling,
  { invocationId }: Outcome,
  same: string,
): Promise<AwaitedCall> {
  const { id: sessionId } = await seat.session();
  const { connection } = seat;
  return noteAwaited(engine, { invocationId, digest: same, connection, sessionId });
}

async function ask({ engine, seat, exchange }: Calling, outcome: Outcome): Promise<Asked> {
  const { kind, reason, approvalIds = [] } = outcome.inputRequest ?? { kind: "reconcile" };
  if (kind === "fields") return askFields(engine, seat, exchange, outcome);
  const approval = await engine.gate.store.approvals.get(approvalIds[0] ?? "");
  if (approval) return askApproval(engine, seat, exchange, approval);
  const message = [
    `It is unknown whether this call ran. ${reason ?? ""}`.trim(),
    `A person has to say so first: ${seat.origin}/approvals`,
  ].join("\n");
  const meta = { "capstan/state": outcome.state, "capstan/invocation-id": outcome.invocationId };
  return { type: "answer", result: told(message, meta) };
}
