import type { Redactor } from "../base/redactor.ts";
import type { Clock } from "../ports/clock.ts";
import type { Deltas } from "../ports/deltas.ts";
import type { Gate } from "../runtime/gate.ts";

type Options = {
  readonly deltas: Deltas;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
};

const EVERY_MS = 100;
const MAX_MESSAGE = 500;
const MAX_CALLS = 1_000;

/** Passes on how far calls have come, ten times a second at most, to whoever looks on. */
export function createTellProgress({ deltas, clock, redactor }: Options): Gate["onProgress"] {
  const toldAt = new Map<string, number>();
  return ({ id, toolId, sessionId, turn }, { message, done, total }) => {
    const now = clock.now();
    if (sessionId === null || now - (toldAt.get(id) ?? 0) < EVERY_MS) return;
    if (toldAt.size >= MAX_CALLS) toldAt.clear();
    toldAt.set(id, now);
    const progress = {
      invocationId: id,
      toolId,
      ...(message !== undefined && {
        message: redactor.hideKnown(String(message).slice(0, MAX_MESSAGE)),
      }),
      ...(Number.isFinite(done) && { done: Number(done) }),
      ...(Number.isFinite(total) && { total: Number(total) }),
    };
    deltas.tell({ sessionId, turn, progress });
  };
}
