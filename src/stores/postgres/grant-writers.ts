import { encodeGrant, GRANT_COLUMNS } from "../grant-row.ts";
import { defineInsert, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const insert = defineInsert({ table: "standing_grants", columns: GRANT_COLUMNS, key: "id" });
const revoke = template(`
  update standing_grants set revoked_by = $2, revoked_at = $3
  where id = $1 and revoked_at is null returning 1`);

export const grantWriters: Writers<"grant.add" | "grant.revoke"> = {
  "grant.add": ({ grant }) => [insert(encodeGrant(grant))],
  "grant.revoke": ({ id, revokedBy, revokedAt }) => [
    {
      template: revoke,
      values: [id, revokedBy, revokedAt],
      row: `standing_grants ${id}`,
      subject: id,
    },
  ],
};
