import type { ExecutionResult } from "../../../gate/executor.ts";
import { type ContextEvent, KEPT } from "../../../schema/context.ts";
import type { Memory } from "./memory.ts";
import type { RunParts, Turn } from "./turn.ts";

/** A turn adds its start and its end beside what its code notes. */
const OWN_EVENTS = 2;
const MAX_LINE = 300;
/** From then on a model makes it shorter, where one can: not with every turn. */
const LONG = KEPT.summaryLength / 2;

/** What falls out of the log with this turn is kept in few words, as part of its run's summary. */
export async function summariseTrimmed(
  { gate, condense }: Pick<RunParts, "gate" | "condense">,
  { memory, contract }: Pick<Turn, "memory" | "contract">,
  { remembered }: Pick<ExecutionResult, "remembered">,
): Promise<Memory> {
  if (!memory.before || contract.state_persistence !== "full_events") return memory;
  const { id, summary: before } = memory.before;
  const events = await gate.store.contexts.events(id);
  const over = events.length + OWN_EVENTS + (remembered?.events.length ?? 0) - KEPT.events;
  if (over <= 0) return memory;
  const whole = [before, ...events.slice(0, over).map(lineOf)].filter((one) => one).join("\n");
  const shorter = whole.length > LONG ? await condense(whole).catch(gate.report) : null;
  return { ...memory, summary: bounded(shorter || whole) };
}

function lineOf({ turn, type, payload }: ContextEvent): string {
  const text = JSON.stringify(payload);
  const said = text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;
  return `${turn} ${type} ${said}`;
}

/** What came later counts for more. */
function bounded(text: string): string {
  if (text.length <= KEPT.summaryLength) return text;
  const end = text.slice(-KEPT.summaryLength + 1);
  return `…${end.slice(Math.max(0, end.indexOf("\n")))}`;
}
