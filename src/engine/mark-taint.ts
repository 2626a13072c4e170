import { type Clock, timestamp } from "../base/clock.ts";
import type { Gate } from "../gate/gate.ts";
import { bringsFromOutside } from "./taint.ts";

/** A session into which something from outside has come says so from then on, in a turn or not. */
export function markTaint({ clock }: { readonly clock: Clock }): Gate["onResult"] {
  return ({ tool, invocation: { sessionId, dryRun } }) => {
    if (sessionId === null || dryRun || !bringsFromOutside(tool)) return [];
    return [{ type: "session.taint", sessionId, at: timestamp(clock.now()) }];
  };
}
