import { encodeGrant, GRANT_COLUMNS } from "../grant-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareGrantAppliers(db: Database): Appliers<"grant.add" | "grant.revoke"> {
  const insert = prepareInsert(db, "standing_grants", GRANT_COLUMNS);
  const revoke = db.prepare(
    "update standing_grants set revoked_by = ?, revoked_at = ? where id = ? and revoked_at is null",
  );

  return {
    "grant.add": ({ grant }) => insert(encodeGrant(grant)),
    "grant.revoke": ({ id, revokedBy, revokedAt }) => {
      requireChanged(revoke.run(revokedBy, revokedAt, id), id);
    },
  };
}
