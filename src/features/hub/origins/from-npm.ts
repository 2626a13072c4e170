import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import { isJsonObject, type JsonValue, parseJson } from "../../../base/json.ts";
import { NPM_SAFE, runNpm } from "../../../base/run-npm.ts";
import type { HubCall } from "../hub.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { inScratch } from "./in-scratch.ts";

/** A name with a version, a range or a tag: nothing that npm would clone, build or link. */
const SPEC =
  /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?:@[A-Za-z0-9^~<>=.* |+-]{1,100})?$/;
const TARBALL = /^(?:\/|https?:).*\.(?:tgz|tar\.gz)$/;
const STRENGTHS = ["sha512", "sha384", "sha256"];

export type Tarball = { readonly bytes: Uint8Array; readonly from: string };

/** Whether it names a tarball, which needs no registry. */
export function isTarball(spec: string): boolean {
  return TARBALL.test(spec);
}

/**
 * The tarball of a package as the registry has it, held against the integrity that the registry says.
 * It is not installed: no script of it runs, and none of its dependencies is fetched.
 */
export async function fetchPackage(
  { npm, scratch }: Pick<HubTools, "npm" | "scratch">,
  spec: string,
  { onProgress }: HubCall,
): Promise<Tarball> {
  if (!SPEC.test(spec)) {
    const message = `"${spec.slice(0, 200)}" is no package of a registry: write name, name@version or @scope/name@version.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  return inScratch(scratch, async (folder) => {
    onProgress?.({ says: `Asking npm for ${spec}`, done: 0, total: 2 });
    const ask = ["view", spec, "name", "version", "dist.integrity", "--json"];
    const found = readView(await viaNpm(() => runNpm(npm, folder, ask)), spec);
    onProgress?.({ says: `Fetching ${found.name}@${found.version}`, done: 1, total: 2 });
    const exact = `${found.name}@${found.version}`;
    const fetch = ["pack", exact, "--json", "--pack-destination", folder, ...NPM_SAFE];
    const packed = await viaNpm(() => runNpm(npm, folder, fetch));
    const bytes = await readFile(join(folder, fileIn(packed)));
    requireIntegrity(bytes, found.integrity, exact);
    return { bytes, from: `npm:${exact}` };
  });
}

async function viaNpm(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new CapstanError("HUB_INVALID", `npm did not fetch it: ${said}`, { cause });
  }
}

type Found = { readonly name: string; readonly version: string; readonly integrity: string };

/** Of a range npm lists all that fit, the highest last. */
function readView(text: string, spec: string): Found {
  const value = parse(text);
  const last = Array.isArray(value) ? value.at(-1) : value;
  if (isJsonObject(last)) {
    const { name, version, "dist.integrity": integrity } = last;
    if (typeof name === "string" && typeof version === "string" && typeof integrity === "string") {
      return { name, version, integrity };
    }
  }
  const message = `The registry has no "${spec}", or does not say what its bytes are (integrity).`;
  throw new CapstanError("HUB_INVALID", message);
}

function fileIn(text: string): string {
  const value = parse(text);
  const [first] = Array.isArray(value) ? value : [];
  const name = isJsonObject(first) ? first.filename : undefined;
  if (typeof name === "string") return basename(name.replace("@", "").replace("/", "-"));
  throw new CapstanError("HUB_INVALID", "npm did not say where it put the package.");
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** The strongest digest counts, as in the standard of subresource integrity. */
function requireIntegrity(bytes: Uint8Array, integrity: string, named: string): void {
  const given = integrity.split(/\s+/);
  const strength = STRENGTHS.find((name) => given.some((one) => one.startsWith(`${name}-`)));
  if (strength !== undefined) {
    const is = `${strength}-${createHash(strength).update(bytes).digest("base64")}`;
    if (given.some((one) => one.split("?")[0] === is)) return;
  }
  const message = `${named} is not what the registry says of it: its integrity is another one.`;
  throw new CapstanError("HUB_DIGEST_WRONG", message);
}
