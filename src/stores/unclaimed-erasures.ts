import { isErased } from "../base/audit/erased-body.ts";
import { readErasure } from "../base/audit/erasure-claim.ts";
import type { AuditRow } from "./audit-row.ts";

/** The erased streams of an export whose record of the erasure has not come yet. */
export function createUnclaimedErasures() {
  const streams = new Set<string>();
  return {
    take({ stream, body }: AuditRow): void {
      if (isErased(body)) streams.add(stream);
      else if (stream === "system") streams.delete(readErasure(body)?.claim.session_id ?? "");
    },
    any: () => streams.size > 0,
  };
}
