import { createHmac } from "node:crypto";
import { timestamp } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import type { Gate } from "../gate/gate.ts";
import { explainFailure } from "../sandbox/network/explain-failure.ts";
import type { Delivery } from "../schema/delivery.ts";
import type { Settings } from "./settings.ts";

type Webhook = NonNullable<Settings["webhook"]>;

const DEADLINE_MS = 5_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 3_600_000;
/** With an hour between the last ones, about a day. */
const MAX_ATTEMPTS = 36;

/** Sends what is due, signed as https://www.standardwebhooks.com says; what fails is tried again later. */
export async function deliverAnnouncements(
  gate: Gate,
  webhook: Webhook,
  /** False when another process may send them. */
  isOurs: () => boolean = () => true,
): Promise<void> {
  const { store, clock } = gate;
  for (const delivery of await store.deliveries.listDue(timestamp(clock.now()))) {
    if (!isOurs()) return;
    const problem = await send(webhook, gate.secrets.fill(webhook.secret), delivery, clock.now());
    const attempts = delivery.attempts + 1;
    const isOver = problem === undefined || attempts >= MAX_ATTEMPTS;
    const dueAt = timestamp(clock.now() + waitAfter(attempts));
    await store.journal.commit("webhook.send", [
      isOver
        ? { type: "delivery.remove", id: delivery.id, sessionId: delivery.sessionId }
        : {
            type: "delivery.put",
            delivery: { ...delivery, attempts, dueAt },
            expect: delivery.attempts,
          },
    ]);
    if (isOver && problem !== undefined) {
      throw new CapstanError("INTERNAL", `The webhook never took "${delivery.id}": ${problem}`);
    }
  }
}

export function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
}

/** Why it was not taken; undefined when it was. */
async function send(
  { url }: Webhook,
  secret: string,
  { id, body }: Delivery,
  now: number,
): Promise<string | undefined> {
  const seconds = Math.floor(now / 1_000);
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.${body}`);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": `v1,${signature.digest("base64")}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${response.status}`;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return explainFailure(cause, new URL(url)).message;
  }
}
