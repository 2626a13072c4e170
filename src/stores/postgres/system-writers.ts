import { encodeSeenTool, SEEN_TOOL_COLUMNS } from "../seen-tool-row.ts";
import { defineReplace, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const setHalt = template("insert into halt (id, set_by, reason, since) values (1, $1, $2, $3)");
const liftHalt = template("delete from halt returning 1");
const putNote = defineReplace({ table: "notes", columns: ["name", "value"], key: "name" });
const putTool = defineReplace({ table: "seen_tools", columns: SEEN_TOOL_COLUMNS, key: "tool_id" });

export const systemWriters: Writers<"halt.set" | "halt.lift" | "note.put" | "tool.seen"> = {
  "halt.set": ({ halt }) => [
    { template: setHalt, values: [halt.by, halt.reason, halt.since], row: "halt" },
  ],
  "halt.lift": () => [{ template: liftHalt, values: [], row: "halt", subject: "The halt" }],
  "note.put": ({ name, value }) => [putNote({ name, value })],
  "tool.seen": ({ tool }) => [putTool(encodeSeenTool(tool))],
};
