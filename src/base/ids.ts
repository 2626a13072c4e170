import { randomFillSync } from "node:crypto";

type IdPrefix =
  | "agent"
  | "session"
  | "msg"
  | "inv"
  | "appr"
  | "grant"
  | "open"
  | "evt"
  | "aud"
  | "token"
  | "prn"
  | "hook"
  | "dlg"
  | "chg";

export type NewId = (prefix: IdPrefix) => string;

// One system call and one conversion for 64 ids: apiece they cost more than the rest of a new id.
const POOLED_IDS = 64;
const RANDOM_BYTES = 8;
const RANDOM_DIGITS = 2 * RANDOM_BYTES;

/**
 * Prefix + UUIDv7 (X28). Ids of one source only ever rise, also inside one millisecond and when
 * the clock steps back, so that "newest first" can be read off the id.
 */
export function createIds(now: () => number): NewId {
  const pool = Buffer.allocUnsafe(POOLED_IDS * RANDOM_BYTES);
  let digits = "";
  let used = 0;
  let lastMs = 0;
  let time = hex(0);
  let counter = 0;

  return (prefix) => {
    if (used === digits.length) {
      randomFillSync(pool);
      for (let start = 0; start < pool.length; start += RANDOM_BYTES) {
        // RFC 9562: the two top bits of this byte are the variant, 0b10.
        pool[start] = ((pool[start] ?? 0) & 0x3f) | 0x80;
      }
      digits = pool.toString("hex");
      used = 0;
    }
    const random = digits.slice(used, used + RANDOM_DIGITS);
    used += RANDOM_DIGITS;

    const nowMs = now();
    if (nowMs > lastMs || ++counter > 0xfff) {
      lastMs = Math.max(nowMs, lastMs + 1);
      time = hex(lastMs);
      counter = 0;
    }
    const rank = counter.toString(16).padStart(3, "0");
    return `${prefix}_${time}-7${rank}-${random.slice(0, 4)}-${random.slice(4)}`;
  };
}

/** Below every id that was made at or after this moment, and above those from before. */
export function idFrom(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${hex(Math.max(0, Math.floor(ms)))}`;
}

/** The milliseconds, as a UUID of version 7 begins with them. */
function hex(ms: number): string {
  const time = ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}
