import { randomFillSync } from "node:crypto";

type IdPrefix =
  | "agent"
  | "session"
  | "msg"
  | "inv"
  | "appr"
  | "grant"
  | "evt"
  | "aud"
  | "token"
  | "hook";

export type NewId = (prefix: IdPrefix) => string;

// One system call for 64 ids: a call apiece costs more than the rest of a new id together.
const POOLED_IDS = 64;
const RANDOM_BYTES = 8;

/**
 * Prefix + UUIDv7 (X28). Ids of one source only ever rise, also inside one millisecond and when
 * the clock steps back, so that "newest first" can be read off the id.
 */
export function createIds(now: () => number): NewId {
  const pool = Buffer.allocUnsafe(POOLED_IDS * RANDOM_BYTES);
  let used = POOLED_IDS;
  let lastMs = 0;
  let counter = 0;

  return (prefix) => {
    if (used === POOLED_IDS) {
      randomFillSync(pool);
      used = 0;
    }
    const start = used++ * RANDOM_BYTES;
    // RFC 9562: the two top bits of this byte are the variant, 0b10.
    pool[start] = ((pool[start] ?? 0) & 0x3f) | 0x80;
    const random = pool.toString("hex", start, start + RANDOM_BYTES);

    const nowMs = now();
    if (nowMs > lastMs) {
      lastMs = nowMs;
      counter = 0;
    } else if (++counter > 0xfff) {
      lastMs += 1;
      counter = 0;
    }
    const time = lastMs.toString(16).padStart(12, "0");
    const rank = counter.toString(16).padStart(3, "0");
    return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${rank}-${random.slice(0, 4)}-${random.slice(4)}`;
  };
}
