import type { Client, DirectCall } from "./client.ts";
import type { FickleServer } from "./fickle.ts";
import type { Member } from "./member.ts";

const call = (name: string, input: unknown = { line: "x" }) => ({ name, input });

/**
 * What the model does in the turns of every session: reads, effects that run freely and that ask, and
 * those that happen without anybody being told. The last one would go on: it is cancelled.
 */
export const LOAD_STEPS: readonly unknown[] = [
  { tool_calls: [call("look", {}), call("append_freely")] },
  { text: "first" },
  { tool_calls: [call("append")] },
  { tool_calls: [call("append_idempotent")] },
  { text: "second" },
  { tool_calls: [call("append_freely"), call("append"), call("look", {})] },
  { text: "third" },
  { tool_calls: [call("append_cut"), call("append_overtime")] },
  { text: "fourth" },
  { tool_calls: [call("append_unanswered")] },
  { text: "fifth" },
  { tool_calls: [call("append_slowly")] },
  { text: "sixth" },
];
const TURNS = 6;

const DIRECT = [
  "builtin:witness:append_freely",
  "ext:far:append_cut",
  "builtin:witness:append",
  "builtin:fickle:append_overtime",
] as const;

/** An agent that can do all of that. */
export async function addAgent(
  server: Member | undefined,
  { manifest }: FickleServer,
): Promise<string> {
  if (!server) throw new Error("There is no server.");
  await server.ask("POST", "/v1/capabilities", manifest);
  const capabilities = ["witness", "fickle", "ext:far"];
  const agent = { name: "witness", capabilities };
  return (await server.ask<{ id: string }>("POST", "/v1/agents", agent)).id;
}

/** Clients that open one session after the other until they are told to stop. */
export function startLoad(client: Client, agentId: string, clients: number) {
  /** How many messages of each session were accepted. */
  const sessions = new Map<string, number>();
  /** How the calls outside sessions ended, by their message ids. */
  const calls = new Map<string, DirectCall>();
  const tookMs: number[] = [];
  let isOver = false;

  async function one(_: unknown, index: number): Promise<void> {
    for (let round = 0; !isOver; round++) {
      const messageId = `call-${index}-${round}`;
      const toolId = DIRECT[(index + round) % DIRECT.length] ?? DIRECT[0];
      calls.set(messageId, await client.call(toolId, messageId));
      const id = await client.open(agentId);
      for (let turn = 1; turn <= TURNS; turn++) {
        sessions.set(id, turn);
        const startedAt = performance.now();
        await (turn === TURNS ? client.sayAndCancel(id, turn) : client.say(id, turn));
        tookMs.push(performance.now() - startedAt);
      }
    }
  }

  const all = Promise.all(Array.from({ length: clients }, one));
  // Looked at when it stops.
  all.catch(() => {});
  return {
    sessions,
    calls,
    messages: () => [...sessions.values()].reduce((sum, turns) => sum + turns, 0),
    /** The slowest are those that were taken over. */
    turnTimes(): string {
      const sorted = tookMs.toSorted((a, b) => a - b);
      const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
      const [median, slow, slowest] = [at(0.5), at(0.95), at(1)].map((ms) => (ms / 1e3).toFixed(1));
      return `${median} s (p95 ${slow} s, slowest ${slowest} s)`;
    },
    async stop(): Promise<void> {
      isOver = true;
      await all;
    },
  };
}
