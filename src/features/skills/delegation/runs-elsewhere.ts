import type { Engine } from "../../../engine/engine.ts";

/** Whether another living process runs this call now: what it is at is no crash. */
export async function runsElsewhere(
  { gate }: Engine,
  actor: string,
  messageId: string,
): Promise<boolean> {
  const { invocations } = gate.store;
  const earlier = await invocations.getByMessageId(actor, messageId);
  const ledger = earlier && (await invocations.ledger(earlier.id));
  if (ledger?.status !== "intended" || ledger.owner === gate.owner) return false;
  return gate.isAlive(ledger.owner);
}
