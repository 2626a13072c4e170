import type { ToolName } from "../../schema/tool-name.ts";
import { defineEnsure } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type NameRow = { name: string; tool_id: string };

const COLUMNS = ["name", "tool_id"] as const satisfies readonly (keyof NameRow)[];
const ensure = defineEnsure({ table: "tool_names", columns: COLUMNS, key: "name" });

function decode(row: NameRow): ToolName {
  return { name: row.name, toolId: row.tool_id };
}

export const toolNames: Table<"tool_name.give", "toolNames"> = {
  writes: {
    "tool_name.give": ({ given }) => [ensure({ name: given.name, tool_id: given.toolId })],
  },
  reads: (db) => ({
    toolNames: { list: db.all(selectFrom("tool_names", COLUMNS, "order by name"), decode) },
  }),
};
