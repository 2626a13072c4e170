import type { CustomReader } from "../../ports/custom-reader.ts";
import type { DeliveryReader } from "../../ports/delivery-reader.ts";
import type { SecretReader } from "../../ports/secret-reader.ts";
import type { SeenToolReader } from "../../ports/seen-tool-reader.ts";
import type { SystemReader } from "../../ports/system-reader.ts";
import type { Halt } from "../../schema/halt.ts";
import { CUSTOM_COLUMNS, type CustomRow, decodeCustom } from "../custom-row.ts";
import { DELIVERY_COLUMNS, type DeliveryRow, decodeDelivery } from "../delivery-row.ts";
import { decodeSecret, SECRET_COLUMNS, type SecretRow } from "../secret-row.ts";
import { decodeSeenTool, SEEN_TOOL_COLUMNS, type SeenToolRow } from "../seen-tool-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createPostgresSystemReader(db: Database): SystemReader {
  return {
    halt: () => db.get<Halt>(`select set_by as "by", reason, since from halt where id = 1`),
    async note(name) {
      const row = await db.get<{ value: string }>("select value from notes where name = $1", name);
      return row?.value;
    },
  };
}

const SECRETS = selectFrom("secrets", SECRET_COLUMNS, "order by name");

export function createPostgresSecretReader(db: Database): SecretReader {
  return { list: async () => (await db.all<SecretRow>(SECRETS)).map(decodeSecret) };
}

const SEEN_TOOLS = selectFrom("seen_tools", SEEN_TOOL_COLUMNS, "order by tool_id");

export function createPostgresSeenToolReader(db: Database): SeenToolReader {
  return { list: async () => (await db.all<SeenToolRow>(SEEN_TOOLS)).map(decodeSeenTool) };
}

const CUSTOMS = selectFrom("custom_capabilities", CUSTOM_COLUMNS, "order by id");

export function createPostgresCustomReader(db: Database): CustomReader {
  return { list: async () => (await db.all<CustomRow>(CUSTOMS)).map(decodeCustom) };
}

const MAX_DUE = 100;

const DUE = selectFrom(
  "deliveries",
  DELIVERY_COLUMNS,
  `where due_at <= $1 order by due_at, id limit ${MAX_DUE}`,
);

export function createPostgresDeliveryReader(db: Database): DeliveryReader {
  return { listDue: async (now) => (await db.all<DeliveryRow>(DUE, now)).map(decodeDelivery) };
}
