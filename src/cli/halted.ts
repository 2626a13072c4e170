import type { Halt, Session } from "../http/client/wire.ts";
import type { Client } from "./client.ts";
import { typed } from "./program.ts";

const LOOK_MS = 1_000;

/** Null while nothing is stopped. */
export async function readHalt(client: Client): Promise<Halt | null> {
  return (await client.request("GET /v1/halt")).body.halt;
}

/** The halt that stands, as soon as one does; undefined when `signal` comes first. */
export async function untilHalted(client: Client, signal: AbortSignal): Promise<Halt | undefined> {
  while (!signal.aborted) {
    // A server that is away for a moment is looked for by whoever reads the turn.
    const halt = await readHalt(client).catch(() => null);
    if (halt) return halt;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
  return undefined;
}

/** Whether a turn of a session has neither ended nor asked. The turn before it may have. */
export function isUnanswered(session: Pick<Session, "state" | "turn">, turn: number): boolean {
  return session.turn < turn || /^(?:pending|in_progress|delegating)$/.test(session.state);
}

export function haltLine({ by, since, reason }: Halt): string {
  const why = reason && `: ${reason.replace(/\.+$/, "")}`;
  return `Everything is stopped, by ${by.name} since ${since}${why}. To let it go on: ${typed("halt --lift")}`;
}

/** For a message that a halt keeps from being answered. */
export function keptLines(halt: Halt, sessionId: string): string[] {
  return [
    haltLine(halt),
    `Your message is kept, and is answered then. To look again:  ${typed(`sessions show ${sessionId}`)}`,
  ];
}
