import type { HubCall } from "../hub.ts";
import { tellBytes } from "./tell-bytes.ts";

/**
 * Says a step, and answers the call to do it with: what it fetches is told as a part of this step,
 * whenever there is a tenth of a megabyte more of it.
 */
export function tellStep(call: HubCall, says: string, done: number, total: number): HubCall {
  const { onProgress, signal } = call;
  if (!onProgress) return call;
  onProgress({ says, done, total });
  let last = tellBytes(0);
  return {
    signal,
    onProgress,
    onBytes(bytes) {
      const now = tellBytes(bytes);
      if (now === last) return;
      last = now;
      onProgress({ says: `${says}: ${now}`, done, total });
    },
  };
}
