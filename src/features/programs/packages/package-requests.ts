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
  /** Rejects where nothing like that is asked for. */
  find(input: JsonObject): Promise<PackageRequest>;
  /** Forgets a request that was granted. */
  remove(input: JsonObject): void;
}

const MAX_REQUESTS = 50;
const MAX_PACKAGES = 1_000;

/** Makes a request anew from what is stored: another process, or an earlier one, has asked. */
export type RecallRequest = (wanted: {
  readonly for: string;
  readonly digest: string;
}) => Promise<PackageRequest | undefined>;

/** Requests for packages. An approval outlives the process in which it was asked for. */
export function createPackageRequests(recall: RecallRequest): PackageRequests {
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
    async find(input) {
      const wanted = { for: String(input.for), digest: String(input.digest) };
      const found = requests.get(keyOf(input)) ?? (await recall(wanted));
      if (found?.closure.digest === wanted.digest) return found;
      throw packageError(`"${wanted.for}" needs other packages now, or was removed. Ask again.`);
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
