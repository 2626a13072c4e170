import type { SecretReader } from "../../ports/secret-reader.ts";
import { decodeSecret, SECRET_COLUMNS, type SecretRow } from "../secret-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createSqliteSecretReader(db: Database): SecretReader {
  const all = db.prepare<SecretRow>(selectFrom("secrets", SECRET_COLUMNS, "order by name"));
  return {
    async list() {
      return all.all().map(decodeSecret);
    },
  };
}
