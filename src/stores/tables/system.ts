import type { Halt } from "../../schema/halt.ts";
import { defineReplace } from "../define-writes.ts";
import { template } from "../fragment.ts";
import type { Table } from "../table.ts";

const setHalt = template("insert into halt (id, set_by, reason, since) values (1, $1, $2, $3)");
const liftHalt = template("delete from halt");
const putNote = defineReplace({ table: "notes", columns: ["name", "value"], key: "name" });

const HALT = `select set_by as "by", reason, since from halt where id = 1`;
const NOTE = "select value from notes where name = $1";

const noHalt = template("select 1 where not exists (select 1 from halt)");

export const system: Table<"halt.set" | "halt.lift" | "halt.expect" | "note.put", "system"> = {
  writes: {
    "halt.set": ({ halt }) => [
      { template: setHalt, values: [halt.by, halt.reason, halt.since], row: "halt" },
    ],
    "halt.lift": () => [{ template: liftHalt, values: [], row: "halt", subject: "The halt" }],
    "halt.expect": () => [{ template: noHalt, values: [], row: "no halt", subject: "The halt" }],
    "note.put": ({ name, value }) => [putNote({ name, value })],
  },
  reads: (db) => ({
    system: {
      halt: db.one(HALT, (row: Halt) => ({ ...row })),
      note: db.one(NOTE, ({ value }: { value: string }) => value),
    },
  }),
};
