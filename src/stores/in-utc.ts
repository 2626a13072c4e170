import { timestamp } from "../base/clock.ts";

/** Times are compared as text, so that one from outside must be spelled as the stored ones are. */
export function inUtc(time: string): string {
  return timestamp(Date.parse(time));
}
