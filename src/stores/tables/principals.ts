import type { Principal } from "../../schema/principal.ts";
import { defineInsert } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { type PerDialect, selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type PrincipalRow = {
  id: string;
  kind: string;
  name: string;
  state: string;
  origin: string;
  former_name: string | null;
  created_at: string;
  last_seen_at: string | null;
};

const COLUMNS = [
  "id",
  "kind",
  "name",
  "state",
  "origin",
  "former_name",
  "created_at",
  "last_seen_at",
] as const satisfies readonly (keyof PrincipalRow)[];

function encode(principal: Principal): PrincipalRow {
  return {
    id: principal.id,
    kind: principal.kind,
    name: principal.name,
    state: principal.state,
    origin: principal.origin,
    former_name: principal.formerName,
    created_at: principal.createdAt,
    last_seen_at: principal.lastSeenAt,
  };
}

function decode(row: PrincipalRow): Principal {
  return {
    id: row.id,
    kind: row.kind as Principal["kind"],
    name: row.name,
    state: row.state as Principal["state"],
    origin: row.origin as Principal["origin"],
    formerName: row.former_name,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  };
}

const insert = defineInsert({
  table: "principals",
  columns: [...COLUMNS, "changed_at"],
  key: "id",
});
const put = template("update principals set name = $2, state = $3, changed_at = $4 where id = $1");
const see = template(`
  update principals set last_seen_at = $2
  where id = $1 and (last_seen_at is null or last_seen_at < $2)`);

const select = (rest: string) => selectFrom("principals", COLUMNS, rest);

const FOUND: PerDialect = {
  sqlite: "instr(lower(name || ' ' || id), lower(?)) > 0",
  postgres: `strpos(lower((name || ' ' || id) collate "C"), lower((?)::text collate "C")) > 0`,
};

export const principals: Table<"principal.add" | "principal.put" | "principal.seen", "principals"> =
  {
    writes: {
      "principal.add": ({ principal }) => [
        insert({ ...encode(principal), changed_at: principal.createdAt }),
      ],
      "principal.put": ({ principal: { id, name, state }, now }) => [
        { template: put, values: [id, name, state, now], row: `principals ${id}`, subject: id },
      ],
      "principal.seen": ({ id, at }) => [
        { template: see, values: [id, at], row: `principals seen ${id}` },
      ],
    },
    reads(db) {
      const page = db.page({ table: "principals", columns: COLUMNS, order: "id desc" }, decode);
      return {
        principals: {
          get: db.one(select("where id = $1"), decode),
          list: ({ search, ...bounds }) => page([[FOUND[db.dialect], search]], bounds),
          changedSince: db.all(select("where changed_at >= $1 order by changed_at"), decode),
          listSplit: db.all(
            'select id, name, split_from as "from" from principals where split_from is not null order by id',
            (row: { id: string; name: string; from: string }) => ({ ...row }),
          ),
        },
      };
    },
  };
