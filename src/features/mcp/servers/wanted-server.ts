import { canonicalJson } from "../../../base/canonical-json.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { StoredMcpServer } from "../../../schema/mcp-server.ts";
import { type PackageSpec, packageSpec } from "../client/package-spec.ts";
import { parseServer } from "./parse-server.ts";

/** A server as it is configured now. */
export type Wanted = {
  readonly id: string;
  readonly config: JsonObject;
  readonly from: "settings" | "added";
  readonly stored: StoredMcpServer | undefined;
};

/** The package of a server whose lock was never approved; undefined for any other server. */
export function unpinnedPackage({ id, config, stored }: Wanted): PackageSpec | undefined {
  const isPinned =
    stored?.package?.lock !== undefined && isSame(stored.config as JsonObject, config);
  return isPinned ? undefined : packageSpec(parseServer(id, config));
}

/** Tells whether a server was configured otherwise meanwhile. */
export function writtenOf({ config, from }: Wanted): string {
  return `${from} ${canonicalJson(config)}`;
}

export function isSame(one: JsonObject, other: JsonObject): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
