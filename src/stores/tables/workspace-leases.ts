import { template } from "../fragment.ts";
import type { Table } from "../table.ts";

const take = template(`
  insert into workspace_leases (session_id, holder, expires_at) values ($1, $2, $4)
  on conflict (session_id) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where workspace_leases.expires_at <= $3`);
/** A renewal that comes after the release must not take it again. */
const renew = template(
  "update workspace_leases set expires_at = $3 where session_id = $1 and holder = $2",
);
const release = template("delete from workspace_leases where session_id = $1 and holder = $2");

/** Who may change the folder of a session's files. Nobody reads it: it is taken, or not. */
export const workspaceLeases: Table<"workspace.take" | "workspace.renew" | "workspace.release"> = {
  writes: {
    "workspace.take": ({ sessionId, holder, now, expiresAt }) => [
      {
        template: take,
        values: [sessionId, holder, now, expiresAt],
        row: `workspace_leases ${sessionId}`,
        subject: `The workspace of ${sessionId}`,
      },
    ],
    "workspace.renew": ({ sessionId, holder, expiresAt }) => [
      {
        template: renew,
        values: [sessionId, holder, expiresAt],
        row: `workspace_leases ${sessionId}`,
      },
    ],
    "workspace.release": ({ sessionId, holder }) => [
      {
        template: release,
        values: [sessionId, holder],
        row: `workspace_leases ${sessionId}`,
      },
    ],
  },
};
