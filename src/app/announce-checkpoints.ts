import { type Clock, timestamp } from "../base/clock.ts";
import type { NewId } from "../base/ids.ts";
import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import type { Checkpoint } from "../schema/checkpoint.ts";
import type { Delivery } from "../schema/delivery.ts";
import type { Change } from "../stores/journal.ts";

const TYPE = "audit.checkpoint";
const EVERY_MS = 60_000;

/** Who seals owes the webhook the checkpoint, at most once a minute: it follows from all before it. */
export function announceCheckpoints(writer: {
  readonly clock: Clock;
  readonly newId: NewId;
}): JournalStage {
  let announcedAt = Number.NEGATIVE_INFINITY;

  function announcementOf(checkpoint: Checkpoint): Change[] {
    const ms = writer.clock.now();
    if (ms - announcedAt < EVERY_MS) return [];
    const now = timestamp(ms);
    const delivery: Delivery = {
      id: writer.newId("hook"),
      sessionId: null,
      type: TYPE,
      body: JSON.stringify({ type: TYPE, timestamp: now, data: checkpoint }),
      attempts: 0,
      dueAt: now,
      createdAt: now,
    };
    return [{ type: "delivery.add", delivery }];
  }

  return {
    before: (changes) => {
      // A checkpoint is committed by itself: every other step pays for one look.
      const [only] = changes;
      return only?.type === "checkpoint.add" ? [only, ...announcementOf(only.checkpoint)] : changes;
    },
    after([, announcement]) {
      if (announcement?.type === "delivery.add" && announcement.delivery.type === TYPE) {
        announcedAt = writer.clock.now();
      }
    },
  };
}
