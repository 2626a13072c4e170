import { template } from "../fragment.ts";
import type { Table } from "../table.ts";

/** Folder $2, one above it or one below it. */
const OVERLAPS = `(root = $2
  or substr(root, 1, length(cast($2 as text)) + 1) = cast($2 as text) || '/'
  or substr(cast($2 as text), 1, length(root) + 1) = root || '/')`;

// PostgreSQL would let two processes take a folder and one inside it, neither seeing the other's row.
const queue = template({
  sqlite: "select $1",
  postgres: `select pg_advisory_xact_lock(
    hashtext('capstan.folder_locks'), hashtext(current_schema() || ':' || cast($1 as text)))`,
});
const expire = template(
  `delete from folder_locks where machine = $1 and ${OVERLAPS} and expires_at <= $3`,
);
const take = template(`
  insert into folder_locks (machine, root, holder, expires_at)
  select cast($1 as text), cast($2 as text), cast($3 as text), cast($4 as text)
  where not exists (select 1 from folder_locks where machine = $1 and ${OVERLAPS})`);
/** One that was lost stays lost. */
const renew = template(
  "update folder_locks set expires_at = $4 where machine = $1 and root = $2 and holder = $3",
);
const release = template(
  "delete from folder_locks where machine = $1 and root = $2 and holder = $3",
);

type LockChange = "folder_lock.take" | "folder_lock.renew" | "folder_lock.release";

/** Who changes a folder of a machine. A lock is never read: it is taken, or not. */
export const folderLocks: Table<LockChange> = {
  writes: {
    "folder_lock.take": ({ machine, root, holder, now, expiresAt }) => {
      const row = `folder_locks ${machine}`;
      return [
        { template: queue, values: [machine], row, alone: true },
        { template: expire, values: [machine, root, now], row },
        { template: take, values: [machine, root, holder, expiresAt], row, subject: root },
      ];
    },
    "folder_lock.renew": ({ machine, root, holder, expiresAt }) => [
      {
        template: renew,
        values: [machine, root, holder, expiresAt],
        row: `folder_locks ${machine}`,
      },
    ],
    "folder_lock.release": ({ machine, root, holder }) => [
      { template: release, values: [machine, root, holder], row: `folder_locks ${machine}` },
    ],
  },
};
