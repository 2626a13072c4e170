import { setTimeout as delay } from "node:timers/promises";
import type { Session } from "./client.ts";
import type { Member } from "./member.ts";

type Event = { sequence: number; type: string; data: Record<string, unknown> };

/** A session with the witness, at one server. */
export async function openWitnessSession(server: Member): Promise<string> {
  const agent = await server.ask<{ id: string }>("POST", "/v1/agents", {
    name: "witness",
    capabilities: ["witness", "fickle"],
  });
  return (await server.ask<Session>("POST", "/v1/sessions", { agent_id: agent.id })).id;
}

export async function say(server: Member, sessionId: string): Promise<void> {
  await server.ask("POST", `/v1/sessions/${sessionId}/messages`, { content: "go" });
}

export const look = (server: Member, sessionId: string): Promise<Session> =>
  server.ask<Session>("GET", `/v1/sessions/${sessionId}`);

export async function events(server: Member, sessionId: string): Promise<Event[]> {
  const path = `/v1/sessions/${sessionId}/events?limit=2000`;
  return (await server.ask<{ items: Event[] }>("GET", path)).items;
}

/** Looks until it holds; answers how long that took. */
export async function eventually(
  what: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<number> {
  const startedAt = performance.now();
  // Each look is a request that a process has to answer: who waits long looks seldom.
  const stepMs = Math.min(100, withinMs / 50);
  while (performance.now() - startedAt < withinMs) {
    if (await holds()) return performance.now() - startedAt;
    await delay(stepMs);
  }
  throw new Error(`Within ${withinMs} ms it does not come true that ${what}.`);
}
