import { CapstanError } from "../../base/errors.ts";
import { ChangeSet, mayBecome } from "../../schema/change-set.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, readSession, storedSession } from "../define-writes.ts";
import { template } from "../fragment.ts";
import type { PerDialect } from "../sql.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type ChangeSetRow = {
  session_id: string;
  id: string;
  invocation_id: string;
  actor: string;
  machine: string;
  root: string;
  device: string;
  inode: string;
  digest: string;
  state: string;
  place: number;
  counts: string;
  findings: string;
  finding_count: number;
  undoes: string;
  undone_by: string | null;
  conflicts: string;
  conflict_count: number;
  created_at: string;
  applied_at: string | null;
  expires_at: string;
};

const COLUMNS = [
  "session_id",
  "id",
  "invocation_id",
  "actor",
  "machine",
  "root",
  "device",
  "inode",
  "digest",
  "state",
  "place",
  "counts",
  "findings",
  "finding_count",
  "undoes",
  "undone_by",
  "conflicts",
  "conflict_count",
  "created_at",
  "applied_at",
  "expires_at",
] as const satisfies readonly (keyof ChangeSetRow)[];

function encode({ folder, ...set }: ChangeSet): ChangeSetRow {
  return {
    session_id: storedSession(set.sessionId),
    id: set.id,
    invocation_id: set.invocationId,
    actor: set.actor,
    machine: set.machine,
    ...folder,
    digest: set.digest,
    state: set.state,
    place: set.order,
    counts: JSON.stringify(set.counts),
    findings: JSON.stringify(set.findings),
    finding_count: set.findingCount,
    undoes: JSON.stringify(set.undoes),
    undone_by: set.undoneBy,
    conflicts: JSON.stringify(set.conflicts),
    conflict_count: set.conflictCount,
    created_at: set.createdAt,
    applied_at: set.appliedAt,
    expires_at: set.expiresAt,
  };
}

function decode(row: ChangeSetRow): ChangeSet {
  const { counts, findings, undoes, conflicts } = ChangeSet.shape;
  const { root, device, inode } = row;
  return {
    id: row.id,
    sessionId: readSession(row.session_id),
    invocationId: row.invocation_id,
    actor: row.actor,
    machine: row.machine,
    folder: { root, device, inode },
    digest: row.digest,
    state: row.state as ChangeSet["state"],
    order: row.place,
    counts: decodeJson(counts, row.counts, "change_sets.counts"),
    findings: decodeJson(findings, row.findings, "change_sets.findings"),
    findingCount: row.finding_count,
    undoes: decodeJson(undoes, row.undoes, "change_sets.undoes"),
    undoneBy: row.undone_by,
    conflicts: decodeJson(conflicts, row.conflicts, "change_sets.conflicts"),
    conflictCount: row.conflict_count,
    createdAt: row.created_at,
    appliedAt: row.applied_at,
    expiresAt: row.expires_at,
  };
}

const SETS = { table: "change_sets", columns: COLUMNS, key: "id" } as const;
/** When it was applied, or else made: the indexes have it like this. */
const AT = "coalesce(applied_at, created_at)";

const insert = defineInsert(SETS);

/** `more` is set with it; $7 is the moment. */
const defineMove = (more: string) =>
  `update change_sets set state = $1, conflicts = $2, conflict_count = $3${more}
   where id = $4 and session_id = $5 and state = $6`;

const move = template(defineMove(""));
// Two processes that begin at once do not see each other's rows in PostgreSQL.
const begin = template({
  sqlite: defineMove(", place = (select coalesce(max(place), 0) + 1 from change_sets)"),
  postgres: defineMove(", place = nextval('change_set_places')"),
});
const finish = template(defineMove(", applied_at = $7"));

const markUndone = (elements: PerDialect) => ({
  sqlite: `update change_sets set undone_by = $1 where id in (${elements.sqlite})`,
  postgres: `update change_sets set undone_by = $1 where id in (${elements.postgres})`,
});
const undone = template(
  markUndone({
    sqlite: `select content.value from json_each(
      (select undoes from change_sets where id = $1 and session_id = $2)) as content`,
    postgres: `select json_array_elements_text(undoes::json)
      from change_sets where id = $1 and session_id = $2`,
  }),
);

const select = (rest: string) => selectFrom("change_sets", COLUMNS, rest);

const BY_IDS: PerDialect = {
  sqlite: select("where id in (select content.value from json_each($1) as content) order by id"),
  postgres: select("where id in (select json_array_elements_text($1::json)) order by id"),
};

export const changeSets: Table<"change_set.add" | "change_set.move", "changeSets"> = {
  writes: {
    "change_set.add": ({ set }) => [insert(encode(set))],
    "change_set.move": ({ id, sessionId, expect, to, conflicts, conflictCount, at }) => {
      if (!mayBecome(expect, to)) {
        const why = `Changes that are ${expect} cannot become ${to}: read them again.`;
        throw new CapstanError("STATE_CONFLICT", why);
      }
      const session = storedSession(sessionId);
      const values = [to, JSON.stringify(conflicts), conflictCount, id, session, expect];
      const written = { row: `change_sets ${id}`, subject: id };
      if (to === "applying") return [{ template: begin, values, ...written }];
      if (to !== "applied") return [{ template: move, values, ...written }];
      return [
        { template: finish, values: [...values, at], ...written },
        { template: undone, values: [id, session], row: `change_sets undone by ${id}` },
      ];
    },
  },
  reads(db) {
    const page = db.page({ ...SETS, order: `${AT} desc, id desc` }, decode);
    const byIds = db.all(BY_IDS[db.dialect], decode);
    return {
      changeSets: {
        get: db.one(select("where id = $1"), decode),
        byIds: (ids) => byIds(JSON.stringify(ids)),
        list: ({ sessionId, actor, since, ...bounds }) =>
          page(
            [
              ["session_id = ?", sessionId],
              ["actor = ?", actor],
              [`${AT} >= ?`, since],
            ],
            bounds,
          ),
        applying: db.all(
          select("where machine = $1 and state = 'applying' order by place"),
          decode,
        ),
      },
    };
  },
};
