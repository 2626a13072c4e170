import * as z from "zod";
import type { LockedEntry } from "./closure.ts";
import { markerHolds } from "./markers.ts";
import { packageError } from "./package-error.ts";
import { normalName, SITE } from "./read-requirements.ts";

const Source = z.record(z.string(), z.unknown());
const Needed = z.object({
  name: z.string(),
  version: z.string().optional(),
  marker: z.string().optional(),
  extra: z.array(z.string()).optional(),
});
const Needs = z.array(Needed).default([]);
const Package = z.object({
  name: z.string().max(200),
  version: z.string().max(100).optional(),
  source: Source,
  dependencies: Needs,
  "optional-dependencies": z.record(z.string(), z.array(Needed)).default({}),
  wheels: z.array(z.object({ hash: z.string().optional() })).default([]),
});
type Package = z.infer<typeof Package>;
const Lock = z.object({ version: z.literal(1), package: z.array(Package).max(5_000) });

const OWN: readonly string[] = ["virtual", "editable", "directory"];
const HASH = /^sha256:[0-9a-f]{64}$/;
const VERSION = /^[\w.!+-]+$/;

/** The packages that the project of a `uv.lock` needs on this machine, transitively. */
export async function readUvLock(
  text: string,
  markers: ReadonlyMap<string, string>,
): Promise<readonly LockedEntry[]> {
  const packages = await parseLock(text);
  const own = packages.filter(({ source }) => OWN.some((kind) => source[kind] === "."));
  const found = new Map<string, LockedEntry>();
  const seen = new Set<string>();
  const waiting: {
    readonly needed: z.infer<typeof Needed>;
    readonly extras: ReadonlySet<string>;
  }[] = own.flatMap(({ dependencies }) =>
    dependencies.map((needed) => ({ needed, extras: new Set<string>() })),
  );
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { needed, extras } = next;
    if (needed.marker !== undefined && !markerHolds(needed.marker, markers, extras)) continue;
    const meant = packages.find(
      ({ name, version }) => name === needed.name && (needed.version ?? version) === version,
    );
    if (!meant) throw refused(needed.name, "is not in it");
    const entry = entryOf(meant);
    found.set(`${entry.name} ${entry.version}`, entry);
    const key = JSON.stringify([meant.name, meant.version, needed.extra ?? []]);
    if (seen.has(key)) continue;
    seen.add(key);
    const wanted = new Set(needed.extra);
    const optional = new Map(Object.entries(meant["optional-dependencies"]));
    const more = [...wanted].flatMap((extra) => optional.get(extra) ?? []);
    waiting.push(...[...meant.dependencies, ...more].map((it) => ({ needed: it, extras: wanted })));
  }
  return [...found.values()];
}

/** All packages of a `uv.lock`, for every system, as `name version`. */
export async function listUvLock(text: string): Promise<readonly string[]> {
  const packages = await parseLock(text);
  return packages.flatMap(({ name, version, source }) =>
    OWN.some((kind) => source[kind] === ".") ? [] : [`${name} ${version ?? ""}`.trim()],
  );
}

async function parseLock(text: string): Promise<readonly Package[]> {
  try {
    const { parse } = await import("smol-toml");
    return Lock.parse(parse(text)).package;
  } catch (cause) {
    throw packageError("uv.lock cannot be read. Write it anew: uv lock.", cause);
  }
}

function entryOf({ name, version = "", source, wheels }: Package): LockedEntry {
  if (typeof source.registry !== "string") {
    throw refused(name, `comes from ${Object.entries(source).flat().join(" ").slice(0, 200)}`);
  }
  if (!VERSION.test(version)) throw refused(name, "has no version");
  const hashes = wheels.flatMap(({ hash = "" }) => (HASH.test(hash) ? [hash] : []));
  if (hashes.length === 0) throw refused(name, "has no wheel with a sha256 hash");
  return { name: normalName(name), version, place: SITE, hashes };
}

function refused(name: string, problem: string) {
  const message = `"${name}" in uv.lock ${problem}. Only wheels of the index, with a sha256 hash, are fetched.`;
  return packageError(message);
}
