import { Opening } from "../../schema/opening.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineRemove } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type OpeningRow = {
  id: string;
  capability_id: string;
  root: string | null;
  device: string | null;
  inode: string | null;
  host: string | null;
  verbs: string;
  session_id: string | null;
  machine: string | null;
  given_by: string;
  given_at: string;
};

const COLUMNS = [
  "id",
  "capability_id",
  "root",
  "device",
  "inode",
  "host",
  "verbs",
  "session_id",
  "machine",
  "given_by",
  "given_at",
] as const satisfies readonly (keyof OpeningRow)[];

function encode(opening: Opening): OpeningRow {
  return {
    id: opening.id,
    capability_id: opening.capabilityId,
    root: opening.root,
    device: opening.device,
    inode: opening.inode,
    host: opening.host,
    verbs: JSON.stringify(opening.verbs),
    session_id: opening.sessionId,
    machine: opening.machine,
    given_by: opening.givenBy,
    given_at: opening.givenAt,
  };
}

function decode(row: OpeningRow): Opening {
  return {
    id: row.id,
    capabilityId: row.capability_id,
    root: row.root,
    device: row.device,
    inode: row.inode,
    host: row.host,
    verbs: decodeJson(Opening.shape.verbs, row.verbs, "openings.verbs"),
    sessionId: row.session_id,
    machine: row.machine,
    givenBy: row.given_by,
    givenAt: row.given_at,
  };
}

const OPENINGS = { table: "openings", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(OPENINGS);
const remove = defineRemove(OPENINGS);
const stands = template("select 1 from openings where id = $1");

export const openings: Table<"opening.add" | "opening.remove" | "opening.expect", "openings"> = {
  writes: {
    "opening.add": ({ opening }) => [insert(encode(opening))],
    "opening.remove": ({ id }) => [remove(id)],
    "opening.expect": ({ id }) => [
      { template: stands, values: [id], row: `is ${id}`, subject: id },
    ],
  },
  reads: (db) => ({
    openings: { list: db.all(selectFrom("openings", COLUMNS, "order by id"), decode) },
  }),
};
