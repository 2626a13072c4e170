import type { SeenTool } from "../../schema/seen-tool.ts";
import { defineInsert, defineUpdate } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type SeenToolRow = {
  tool_id: string;
  first_digest: string;
  digest: string;
  first_seen_at: string;
  changed_at: string | null;
  says: string;
  said: string;
};

const COLUMNS = [
  "tool_id",
  "first_digest",
  "digest",
  "first_seen_at",
  "changed_at",
  "says",
  "said",
] as const satisfies readonly (keyof SeenToolRow)[];

function encode(tool: SeenTool): SeenToolRow {
  return {
    tool_id: tool.toolId,
    first_digest: tool.firstDigest,
    digest: tool.digest,
    first_seen_at: tool.firstSeenAt,
    changed_at: tool.changedAt,
    says: JSON.stringify(tool.says),
    said: JSON.stringify(tool.said),
  };
}

function decode(row: SeenToolRow): SeenTool {
  return {
    toolId: row.tool_id,
    firstDigest: row.first_digest,
    digest: row.digest,
    firstSeenAt: row.first_seen_at,
    changedAt: row.changed_at,
    says: JSON.parse(row.says),
    said: JSON.parse(row.said),
  };
}

const SEEN = { table: "seen_tools", columns: COLUMNS, key: "tool_id" } as const;

const insert = defineInsert(SEEN);
const update = defineUpdate({ ...SEEN, expect: ["digest"] });

export const seenTools: Table<"tool.seen", "seenTools"> = {
  writes: {
    "tool.seen": ({ tool, expect }) => {
      const row = encode(tool);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
  },
  reads: (db) => ({
    seenTools: { list: db.all(selectFrom("seen_tools", COLUMNS, "order by tool_id"), decode) },
  }),
};
