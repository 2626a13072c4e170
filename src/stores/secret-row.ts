import { type SealedSecret, Secret } from "../schema/secret.ts";
import { decodeJson } from "./decode-json.ts";

export type SecretRow = {
  name: string;
  tools: string;
  hint: string | null;
  sealed: string;
  created_at: string;
  updated_at: string;
};

export const SECRET_COLUMNS = [
  "name",
  "tools",
  "hint",
  "sealed",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof SecretRow)[];

export function encodeSecret(secret: SealedSecret): SecretRow {
  return {
    name: secret.name,
    tools: JSON.stringify(secret.tools),
    hint: secret.hint,
    sealed: secret.sealed,
    created_at: secret.createdAt,
    updated_at: secret.updatedAt,
  };
}

export function decodeSecret(row: SecretRow): SealedSecret {
  return {
    name: row.name,
    tools: decodeJson(Secret.shape.tools, row.tools, "secrets.tools"),
    hint: row.hint,
    sealed: row.sealed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
