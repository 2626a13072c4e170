import { timestamp } from "../../../base/clock.ts";
import { isConflict } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Waiting } from "../../../gate/call.ts";
import { resume } from "../../../gate/invoke.ts";
import type { AwaitedCall } from "../../../schema/awaited-call.ts";
import type { Outcome } from "../../../schema/outcome.ts";

type Wanted = {
  readonly digest: string;
  readonly connection: string;
  /** Whether another connection is there to ask for what it waits for. */
  readonly isLive: (connection: string) => boolean;
};

/** The same call, made before by this client, whose outcome it has not had. */
export async function findAwaited(
  { gate }: Engine,
  { digest, connection, isLive }: Wanted,
): Promise<AwaitedCall | undefined> {
  const calls = await gate.store.awaitedCalls.list(digest);
  return (
    calls.find((call) => call.connection === connection) ??
    calls.find((call) => !isLive(call.connection))
  );
}

/** Keeps that this call was asked about: a restart changes nothing about it. */
export async function noteAwaited(
  { gate }: Engine,
  wanted: Omit<AwaitedCall, "askedAt">,
): Promise<AwaitedCall> {
  const call = { ...wanted, askedAt: timestamp(gate.clock.now()) };
  await gate.store.journal.commit("call.await", [{ type: "awaited.add", call }]);
  return call;
}

/** Its outcome, or what it still waits for. One that was approved and never started runs now. */
export async function lookAtAwaited(
  { gate }: Engine,
  { invocationId }: AwaitedCall,
  signal: AbortSignal,
  waiting?: Waiting,
): Promise<Outcome | undefined> {
  const invocation = await gate.store.invocations.get(invocationId);
  return invocation && resume(gate, invocation, signal, waiting);
}

/** From now on the same call is a new one. */
export async function handOver({ gate }: Engine, call: AwaitedCall): Promise<void> {
  const { invocationId, sessionId } = call;
  try {
    await gate.store.journal.commit("call.hand_over", [
      { type: "awaited.remove", invocationId, sessionId },
    ]);
  } catch (error) {
    // Made twice at once, it is handed over to both.
    if (!isConflict(error)) throw error;
  }
}
