import isValid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";
import * as z from "zod";
import { parseJson } from "../../../base/json.ts";
import type { LockedEntry } from "./closure.ts";
import type { NodeMachine } from "./machine.ts";
import { packageError } from "./package-error.ts";

const MANIFEST = "package.json";
const LOCK = "package-lock.json";
const MAX_VALUES = 500_000;
const MAX_ENTRIES = 5_000;

const Specs = z.record(z.string(), z.string()).optional();
const Names = z.union([z.string().transform((name) => [name]), z.array(z.string())]).optional();
const Asked = {
  dependencies: Specs,
  optionalDependencies: Specs,
  peerDependencies: Specs,
};
const Manifest = z.object(Asked);
const Entry = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  optional: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  os: Names,
  cpu: Names,
  libc: Names,
  ...Asked,
});
type Entry = z.infer<typeof Entry>;
const Lock = z.object({
  lockfileVersion: z.literal([2, 3]),
  packages: z.record(z.string(), Entry),
});

const NAME = "(?:@[\\w~-][\\w.~-]*/)?[\\w~-][\\w.~-]*";
const WHOLE_NAME = new RegExp(`^${NAME}$`);
const PLACE = new RegExp(`^node_modules/${NAME}(?:/node_modules/${NAME})*$`);
const ALIAS = new RegExp(`^npm:${NAME}@`);
const TAG = /^[a-z][a-z-]*$/i;
const ARCHIVE = /^https:\/\/[^/?#@\s]+\/(?:[^?#\s]*\/)?-\/[^/?#\s]+\.tgz$/;
const SHA512 = /(?:^|\s)sha512-(?<hash>[A-Za-z0-9+/]{86}==)(?:\s|$)/;
const ONLY = "Only archives of the registry over https, with a sha512 hash, are fetched.";

export type PackageLock = {
  readonly locked: readonly LockedEntry[];
  /** Whether a package of the lock is for this machine. */
  readonly fits: (entry: LockedEntry) => boolean;
};

/** Names that `package.json` asks for. */
export function askedPackages(manifest: string | undefined): readonly string[] {
  const { data = {} } = Manifest.safeParse(parsed(manifest));
  return Object.keys({ ...data.dependencies, ...data.optionalDependencies });
}

/** A `package.json` with nothing but what is asked for. Throws where that is not of the registry. */
export function manifestOf(text: string): string {
  const { data } = Manifest.safeParse(parsed(text));
  const found = elsewhere(data ?? {});
  if (found) throw packageError(`${MANIFEST} asks for ${found}. ${ONLY}`);
  return JSON.stringify({ name: "packages", version: "1.0.0", private: true, ...data });
}

/** The packages of a `package-lock.json`. Throws for one that names anything but archives with a hash. */
export function readPackageLock(
  lock: string,
  {
    manifest,
    machine,
    registry,
  }: {
    readonly manifest?: string | undefined;
    readonly machine?: NodeMachine | undefined;
    /** Archives of this registry need no https and have any path. */
    readonly registry?: string | undefined;
  },
): PackageLock {
  const { data } = Lock.safeParse(parsed(lock));
  if (!data) throw packageError(`${LOCK} cannot be read, or is older than npm 7.`);
  const own = elsewhere(Manifest.safeParse(parsed(manifest)).data ?? {});
  if (own) throw packageError(`${MANIFEST} asks for ${own}. ${ONLY}`);
  const entries = new Map(Object.entries(data.packages));
  const wanted = [...entries].filter(([, { dev }]) => !dev);
  if (wanted.length > MAX_ENTRIES) {
    throw packageError(`${LOCK} has more than ${MAX_ENTRIES} packages.`);
  }
  const unfit = new Set<string>();
  const locked = wanted.flatMap(([place, entry]): LockedEntry[] => {
    const asked = elsewhere(entry);
    if (asked) throw refused(place, `asks for ${asked}`);
    if (place === "" || isBundled(place, entry, entries)) return [];
    const problem = problemOf(place, entry, registry);
    if (problem !== undefined) throw refused(place, problem);
    const { version = "", integrity = "" } = entry;
    const hash = SHA512.exec(integrity)?.groups?.hash;
    const name = entry.name ?? nameAt(place);
    if (hash === undefined) throw refused(place, "has no sha512 hash");
    if (!WHOLE_NAME.test(name)) throw refused(place, "has no name");
    if (machine && !fitsNode(entry, machine)) {
      if (!entry.optional) throw packageError(`"${name}@${version}" is not for this system.`);
      unfit.add(place);
    }
    const hex = Buffer.from(hash, "base64").toString("hex");
    return [{ name, version, place, hashes: [`sha512:${hex}`] }];
  });
  return { locked, fits: ({ place }) => !unfit.has(place) };
}

/** Its files come with the archive of the package around it. */
function isBundled(
  place: string,
  { inBundle }: Entry,
  entries: ReadonlyMap<string, Entry>,
): boolean {
  if (!inBundle || !PLACE.test(place)) return false;
  const around = entries.get(place.slice(0, place.lastIndexOf("/node_modules/")));
  return around !== undefined && !around.link;
}

function problemOf(
  place: string,
  { version = "", resolved, link }: Entry,
  registry: string | undefined,
): string | undefined {
  if (link || !PLACE.test(place)) return "is a folder";
  if (isValid(version) === null) return "has no version";
  if (resolved === undefined || ARCHIVE.test(resolved)) return undefined;
  const isOwn =
    registry !== undefined && URL.parse(resolved)?.origin === URL.parse(registry)?.origin;
  return isOwn ? undefined : `comes from ${resolved}`;
}

function nameAt(place: string): string {
  const marker = "node_modules/";
  return place.slice(place.lastIndexOf(marker) + marker.length);
}

/** As npm does: a list of names, where `!name` excludes one. */
function fitsNode({ os, cpu, libc }: Entry, machine: NodeMachine): boolean {
  return (
    isListed(os, machine.os) &&
    isListed(cpu, machine.cpu) &&
    (libc === undefined || (machine.libc !== null && isListed(libc, machine.libc)))
  );
}

function isListed(list: readonly string[] | undefined, own: string): boolean {
  if (list === undefined || list.length === 0 || list.includes("any")) return true;
  if (list.includes(`!${own}`)) return false;
  return list.includes(own) || list.every((name) => name.startsWith("!"));
}

/** A package that is asked for by anything but versions or a tag of the registry. */
function elsewhere(asked: z.infer<typeof Manifest>): string | undefined {
  const all = [asked.dependencies, asked.optionalDependencies, asked.peerDependencies];
  const found = all
    .flatMap((specs) => Object.entries(specs ?? {}))
    .find(([, spec]) => {
      const range = spec.replace(ALIAS, "");
      return validRange(range) === null && !TAG.test(range);
    });
  return found && `"${found[0]}" from ${found[1]}`;
}

function refused(place: string, problem: string) {
  return packageError(`"${place}" in ${LOCK} ${problem}. ${ONLY}`);
}

function parsed(text = "{}"): unknown {
  try {
    return parseJson(text, MAX_VALUES);
  } catch {
    return undefined;
  }
}
