import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Moved } from "../../schema/plan.ts";
import type { StepDone } from "./steps-done.ts";

export type Verified = { readonly notes: readonly string[]; readonly moved: readonly Moved[] };

/** Where moves are taken back by moves. */
const MOVES = "agent:file_agent:move_file";
/** More than these are too many questions to take back. */
const MOST_MOVED = 25;

/** What was promised against what is: notes for the person, and what can be taken back. */
export async function verify(engine: Engine, done: readonly StepDone[]): Promise<Verified> {
  const all = await Promise.all(done.map((one) => verifyStep(engine, one)));
  const moved = all.flatMap((one) => one.moved);
  return {
    notes: all.flatMap(({ notes }) => notes),
    moved: moved.length > MOST_MOVED ? [] : moved,
  };
}

async function verifyStep({ gate }: Engine, { call, outputs, state }: StepDone): Promise<Verified> {
  const nothing = { notes: [], moved: [] };
  const tool = call.toolId === null ? undefined : gate.catalog.getTool(call.toolId);
  if (!tool || tool.behaviour.readOnly || state !== "completed" || call.dryRun) return nothing;
  const approval = await gate.store.approvals.getByInvocation(call.id);
  const promised = numberIn(approval?.preview, "files");
  const changed = numberIn(isJsonObject(outputs) ? outputs.metadata : null, "files_affected");
  const moves = movesIn(approval?.preview);
  const notes = surprise(promised, changed, moves.length);
  if (tool.capabilityId !== "agent:file_agent") return { notes, moved: [] };
  const moved = await Promise.all(
    moves.map(async ({ from, to }) => {
      const isThere =
        (await kindOf(gate, to)) !== "missing" && (await kindOf(gate, from)) === "missing";
      if (!isThere) notes.push(`${from} is not where it should be now: look at ${to}.`);
      return isThere ? [{ toolId: MOVES, from, to, stamp: await gate.folders.stamp(to) }] : [];
    }),
  );
  return { notes, moved: moved.flat() };
}

/** A move changes two places, and may be measured as both: that is still one file. */
function surprise(
  promised: number | undefined,
  changed: number | undefined,
  moves: number,
): string[] {
  if (promised === undefined || changed === undefined) return [];
  if (changed === promised || changed === promised + moves) return [];
  const files = promised === 1 ? "1 file" : `${promised} files`;
  return [`Expected to change ${files}, changed ${changed}.`];
}

/** What the person was shown, where that is all of it. */
function movesIn(preview: JsonValue | undefined): { from: string; to: string }[] {
  if (
    !isJsonObject(preview ?? null) ||
    !Array.isArray((preview as { preview?: unknown }).preview)
  ) {
    return [];
  }
  const { preview: items, truncated } = preview as { preview: JsonValue[]; truncated?: JsonValue };
  const moves = items.flatMap((item) => {
    if (!isJsonObject(item)) return [];
    const { from, to } = item;
    return typeof from === "string" && typeof to === "string" ? [{ from, to }] : [];
  });
  return truncated === true || moves.length !== items.length ? [] : moves;
}

function numberIn(value: JsonValue | undefined, name: string): number | undefined {
  const found = isJsonObject(value ?? null)
    ? (value as Record<string, JsonValue>)[name]
    : undefined;
  return typeof found === "number" ? found : undefined;
}

async function kindOf({ folders }: Engine["gate"], path: string) {
  return (await folders.resolve(path).catch(() => undefined))?.kind;
}
