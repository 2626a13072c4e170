import { hash } from "node:crypto";
import { CapstanError } from "../../../base/errors.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../../base/json.ts";

/** Where everything of a hub lies. */
export const HUB_FOLDER = ".well-known/agent-skills";
export const INDEX_FILE = "index.json";

export const MAX_INDEX_BYTES = 20_000_000;
/** Of a thousand entries with a dozen versions each. */
const MAX_VALUES = 500_000;
export const MAX_MANIFEST_BYTES = 2_000_000;

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${hash("sha256", bytes, "hex")}`;
}

/** The place of a file that never changes: it is called what it contains. */
export function placeOf(digest: string, folder: "archives" | "versions"): string {
  const ending = folder === "archives" ? "zip" : "json";
  return `${folder}/${digest.slice("sha256:".length)}.${ending}`;
}

/** One buffer, one reading: no BOM, no other encoding, no second value of a key that counts (A92). */
export function parseHubFile(bytes: Uint8Array, named: string): JsonObject {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = parseJson(text, MAX_VALUES);
    if (isJsonObject(value)) return value;
  } catch (cause) {
    throw new CapstanError("HUB_INVALID", `${named} is not JSON in UTF-8.`, { cause });
  }
  throw new CapstanError("HUB_INVALID", `${named} is not a JSON object.`);
}

/** HUB_DIGEST_WRONG before anybody reads, unpacks or believes it. */
export function requireDigest(bytes: Uint8Array, digest: string, named: string): void {
  if (digestOf(bytes) === digest) return;
  const message = `${named} is not what its digest says: it was changed after it was published. Nothing of it was used.`;
  throw new CapstanError("HUB_DIGEST_WRONG", message);
}
