import { sha256 } from "../../../base/digest.ts";

export type Ecosystem = "npm" | "python";

/** One package of a lock. */
export type LockedEntry = {
  readonly name: string;
  readonly version: string;
  /** Its folder in the layout: `node_modules/a/node_modules/b`, or `site` for Python. */
  readonly place: string;
  /** The archive has one of these: `sha512:<hex>` or `sha256:<hex>`. */
  readonly hashes: readonly string[];
};

/** All packages that a lock brings to this machine, transitively. */
export type Closure = {
  readonly ecosystem: Ecosystem;
  readonly entries: readonly LockedEntry[];
  /** Covers the whole lock, also packages for other machines: equal on every machine. */
  readonly digest: string;
};

/** The digest covers places, versions and hashes. Addresses of archives are not believed, and not kept. */
export function closureOf(
  ecosystem: Ecosystem,
  locked: readonly LockedEntry[],
  fits: (entry: LockedEntry) => boolean = () => true,
): Closure {
  const lines = locked.map(ecosystem === "npm" ? npmLine : pythonLine).toSorted();
  return { ecosystem, entries: locked.filter(fits), digest: sha256(lines.join("\n")) };
}

function npmLine({ place, version, hashes }: LockedEntry): string {
  return `${place} ${version} ${hashes.map(integrityOf).join(" ")}`;
}

function pythonLine({ name, version, hashes }: LockedEntry): string {
  const listed = hashes.toSorted().map((hash) => `--hash=${hash}`);
  return [`${name}==${version}`, ...listed].join(" ");
}

/** `sha512-<base64>`, as npm writes a hash. */
export function integrityOf(hash: string): string {
  const [algorithm = "", hex = ""] = hash.split(":");
  return `${algorithm}-${Buffer.from(hex, "hex").toString("base64")}`;
}
