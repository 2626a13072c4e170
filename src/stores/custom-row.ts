import type { StoredCustom } from "../schema/custom-capability.ts";
import { parseStored } from "./decode-json.ts";

export type CustomRow = {
  id: string;
  version: string;
  manifest: string;
  created_by: string;
  created_at: string;
  updated_at: string;
};

export const CUSTOM_COLUMNS = [
  "id",
  "version",
  "manifest",
  "created_by",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof CustomRow)[];

export function encodeCustom(custom: StoredCustom): CustomRow {
  return {
    id: custom.id,
    version: custom.version,
    manifest: JSON.stringify(custom.manifest),
    created_by: custom.createdBy,
    created_at: custom.createdAt,
    updated_at: custom.updatedAt,
  };
}

export function decodeCustom(row: CustomRow): StoredCustom {
  return {
    id: row.id,
    version: row.version,
    manifest: parseStored(row.manifest, "custom_capabilities.manifest"),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
