import type { Clock } from "../base/clock.ts";
import type { Redactor } from "../base/redaction/redactor.ts";
import type { Gate } from "../gate/gate.ts";
import type { Progress } from "../schema/progress.ts";
import type { Deltas } from "../stores/queue/deltas.ts";

type Options = {
  readonly deltas: Deltas;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
  readonly told: ToldProgress;
};

/** What calls outside of any turn said last of how far they have come, by who made them and their message id. */
export type ToldProgress = Map<string, Progress>;

export function toldKey(actor: string, messageId: string): string {
  return `${actor}\n${messageId}`;
}

const EVERY_MS = 100;
const MAX_MESSAGE = 500;
const MAX_CALLS = 1_000;

/** Passes on how far calls have come, ten times a second at most, to whoever looks on. */
export function createTellProgress(options: Options): Gate["onProgress"] {
  const { deltas, clock, redactor, told } = options;
  const toldAt = new Map<string, number>();
  return (
    { id, toolId, sessionId, turn, actor, messageId, position },
    { message, done, total },
  ) => {
    const now = clock.now();
    if (now - (toldAt.get(id) ?? 0) < EVERY_MS) return;
    if (toldAt.size >= MAX_CALLS) toldAt.clear();
    toldAt.set(id, now);
    const said = {
      ...(message !== undefined && {
        message: redactor.hideKnown(String(message).slice(0, MAX_MESSAGE)),
      }),
      ...(Number.isFinite(done) && { done: Number(done) }),
      ...(Number.isFinite(total) && { total: Number(total) }),
    };
    if (messageId !== null && position === null) {
      if (told.size >= MAX_CALLS) told.clear();
      told.set(toldKey(actor, messageId), said);
    }
    if (sessionId === null) return;
    deltas.tell({ sessionId, turn, progress: { invocationId: id, toolId, ...said } });
  };
}
