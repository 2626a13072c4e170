import type { Fault } from "../../base/chain-fault.ts";
import type { Database } from "./database.ts";

/** Every erasure must stand in the system's stream, with the digest of what it left behind. */
export function createErasureVerifier(
  db: Database,
): (erased: ReadonlyMap<string, string>) => Fault | undefined {
  return (erased) => {
    if (erased.size === 0) return undefined;
    // Walks over the whole log, like all of this: who erased nothing is spared it.
    const recorded = db.prepare<{ session: string; digest: string }>(`
      select body ->> '$.data.session_id' as session, body ->> '$.data.digest' as digest
      from audit where stream = 'system' and body ->> 'type' = 'session.erased'`);
    const known = new Map(recorded.all().map(({ session, digest }) => [session, digest]));
    for (const [stream, digest] of erased) {
      if (known.get(stream) === digest) continue;
      return { stream, sequence: 1, reason: "Records were erased, and no record says so." };
    }
    return undefined;
  };
}
