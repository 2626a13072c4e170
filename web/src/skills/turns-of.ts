import { isObject, type Json, member } from "../api/json.ts";
import type { Context } from "../api/skill.ts";

type ContextEvent = Context["events"][number];

export type ShownTurn = {
  /** Of the event that it was read from. */
  readonly id: string;
  readonly turn: number;
  /** Null for one that has not ended. */
  readonly state: string | null;
  readonly at: string;
  readonly reason: string;
  readonly inputs: Json | undefined;
  /** Of the context, as the turn left it; null for one that has not ended. */
  readonly version: number | null;
  /** Of the skill that ran. */
  readonly skillVersion: string | null;
  /** It ran nothing: it gave an answer to the skill that was handed over to. */
  readonly isPassedOn: boolean;
};

const STARTED = "turn.started";
const ENDED = "turn.ended";

/** The turns that a context's events tell of, the newest first; the oldest may have been trimmed. */
export function turnsOf(events: readonly ContextEvent[]): ShownTurn[] {
  const turns: ShownTurn[] = [];
  for (const { id, type, turn, ts, payload } of events) {
    if (type === STARTED) {
      const inputs = member(payload, "inputs");
      const open = { state: null, reason: "", version: null, skillVersion: null };
      turns.push({ id, turn, at: ts, inputs, isPassedOn: false, ...open });
    } else if (type === ENDED) {
      const open = turns.at(-1);
      const isOpen = open?.turn === turn && open.state === null;
      const begun = isOpen ? turns.pop() : undefined;
      const before = turns.at(-1);
      const state = textOf(payload, "state") ?? "";
      const isHanded = before?.turn === turn && before.state === "delegating";
      turns.push({
        id: begun?.id ?? id,
        turn,
        state,
        at: ts,
        reason: textOf(payload, "message") ?? textOf(payload, "reason") ?? "",
        inputs: begun?.inputs,
        version: numberOf(payload, "version"),
        skillVersion: textOf(payload, "skill_version"),
        isPassedOn: isHanded && state === "delegating",
      });
    }
  }
  return turns.reverse();
}

/** What happened beside the turns themselves, the newest first. */
export function otherEvents(events: readonly ContextEvent[]): ContextEvent[] {
  return events.filter(({ type }) => type !== STARTED && type !== ENDED).reverse();
}

function numberOf(payload: Json, key: string): number | null {
  const value = isObject(payload) ? member(payload, key) : undefined;
  return typeof value === "number" ? value : null;
}

function textOf(payload: Json, key: string): string | null {
  const value = isObject(payload) ? member(payload, key) : undefined;
  return typeof value === "string" ? value : null;
}
