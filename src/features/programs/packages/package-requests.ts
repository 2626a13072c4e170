import { createBoundedMap } from "../../../base/bounded-map.ts";
import type { JsonObject, JsonValue } from "../../../base/json.ts";
import type { Actor } from "../../../schema/actor.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Closure, LockedEntry } from "./closure.ts";
import { packageError } from "./package-error.ts";

/** Packages that wait for a person's decision. */
export type PackageRequest = {
  /** What needs them: `mcp:files`, `skill:padder`. */
  readonly for: string;
  readonly closure: Closure;
  /** Bytes of each archive, by `name@version`. */
  readonly bytes: ReadonlyMap<string, number>;
  /** Packages that were approved for it before. */
  readonly before: readonly LockedEntry[];
  /** Puts them to use, once they are approved. */
  readonly apply: (by: string) => Promise<void>;
};

/** Asks the gate for packages: a call like any other, with its approval and its record. */
export type AskForPackages = (request: PackageRequest, actor: Actor) => Promise<Outcome>;

export interface PackageRequests {
  /** Remembers a request, and answers the input of the call that asks for it. */
  add(request: PackageRequest): JsonObject;
  /** Throws where nothing like that was asked for. */
  find(input: JsonObject): PackageRequest;
  /** Forgets a request that was granted. */
  remove(input: JsonObject): void;
}

const MAX_REQUESTS = 50;
const MAX_PACKAGES = 1_000;

/** Requests of this process. After a restart each is made anew. */
export function createPackageRequests(): PackageRequests {
  const requests = createBoundedMap<string, PackageRequest | undefined>(MAX_REQUESTS);
  return {
    add(request) {
      const { entries, ecosystem, digest } = request.closure;
      if (entries.length > MAX_PACKAGES) {
        throw packageError(`It needs more than ${MAX_PACKAGES} packages. Bring a lock with it.`);
      }
      const input = { for: request.for, ecosystem, packages: entries.length, digest };
      requests.set(keyOf(input), request);
      return input;
    },
    find(input) {
      const found = requests.get(keyOf(input));
      if (found) return found;
      const message = `The packages of "${input.for}" were asked for before a restart. Ask for them again.`;
      throw packageError(message);
    },
    remove: (input) => requests.set(keyOf(input), undefined),
  };
}

function keyOf({ for: wanted, digest }: JsonObject): string {
  return JSON.stringify([wanted, digest]);
}

/** Every package with its version and size, for a person; packages that are new come first. */
export function packageLines({ closure, bytes, before }: PackageRequest): readonly string[] {
  const known = new Set(before.map(keyOfEntry));
  const names = new Set(before.map(({ name }) => name));
  const all = closure.entries.map((entry) => {
    const { name, version } = entry;
    const size = bytes.get(`${name}@${version}`);
    const isNew = !known.has(keyOfEntry(entry));
    const change = !isNew || before.length === 0 ? "" : names.has(name) ? "changed" : "new";
    const told = [
      ...(size === undefined ? [] : [sizeOf(size)]),
      ...(change === "" ? [] : [change]),
    ];
    const line = `${name} ${version}${told.length > 0 ? ` (${told.join(", ")})` : ""}`;
    return { line, rank: change === "" ? 1 : 0 };
  });
  const sorted = all.toSorted(
    (one, other) => one.rank - other.rank || (one.line < other.line ? -1 : 1),
  );
  return [...new Set(sorted.map(({ line }) => line))];
}

/** The preview of a request. Nothing in it depends on when it was asked. */
export function packageSummary(request: PackageRequest): JsonObject {
  const { closure, bytes } = request;
  const lines = packageLines(request);
  const total = [...bytes.values()].reduce((sum, size) => sum + size, 0);
  const shown: JsonValue = [...lines];
  return {
    for: request.for,
    packages: shown,
    count: lines.length,
    ...(total > 0 && { size: sizeOf(total) }),
    from: closure.ecosystem === "npm" ? "the npm registry" : "the Python index",
    digest: closure.digest,
  };
}

function keyOfEntry({ name, version, hashes }: LockedEntry): string {
  return JSON.stringify([name, version, hashes]);
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1_000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
