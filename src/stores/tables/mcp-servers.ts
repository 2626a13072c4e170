import type { StoredMcpServer } from "../../schema/mcp-server.ts";
import { parseStored } from "../decode-json.ts";
import { defineReplace } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type ServerRow = {
  id: string;
  config: string;
  package: string;
  created_by: string;
  created_at: string;
};

const COLUMNS = [
  "id",
  "config",
  "package",
  "created_by",
  "created_at",
] as const satisfies readonly (keyof ServerRow)[];

function encode(server: StoredMcpServer): ServerRow {
  return {
    id: server.id,
    config: JSON.stringify(server.config),
    package: JSON.stringify(server.package),
    created_by: server.createdBy,
    created_at: server.createdAt,
  };
}

function decode(row: ServerRow): StoredMcpServer {
  return {
    id: row.id,
    config: parseStored(row.config, "mcp_servers.config"),
    package: parseStored(row.package, "mcp_servers.package") as StoredMcpServer["package"],
    createdBy: row.created_by,
    createdAt: row.created_at,
  };
}

const SERVERS = { table: "mcp_servers", columns: COLUMNS, key: "id" } as const;

const replace = defineReplace(SERVERS);
const remove = template("delete from mcp_servers where id = $1");

export const mcpServers: Table<"mcp_server.put" | "mcp_server.remove", "mcpServers"> = {
  writes: {
    "mcp_server.put": ({ server }) => [replace(encode(server))],
    "mcp_server.remove": ({ id }) => [{ template: remove, values: [id], row: `mcp_servers ${id}` }],
  },
  reads: (db) => ({
    mcpServers: {
      list: db.all(selectFrom("mcp_servers", COLUMNS, "order by id"), decode),
    },
  }),
};
