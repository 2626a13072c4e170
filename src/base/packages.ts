import isValid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";
import * as z from "zod";

// Which packages a folder asks for, and whether they come from the registry alone. npm also clones,
// builds and links what a lock file or a manifest names, and runs programs for it.

const MANIFEST = "package.json";
const LOCK = "package-lock.json";
const REQUIREMENTS = "requirements.txt";

const Specs = z.record(z.string(), z.string()).optional();
const Asked = {
  dependencies: Specs,
  devDependencies: Specs,
  optionalDependencies: Specs,
  peerDependencies: Specs,
};
const Manifest = z.object(Asked);
const Lock = z.object({
  lockfileVersion: z.literal([2, 3]),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      ...Asked,
    }),
  ),
});

const NAME = "(?:@[\\w~-][\\w.~-]*/)?[\\w~-][\\w.~-]*";
const PLACE = new RegExp(`^node_modules/${NAME}(?:/node_modules/${NAME})*$`);
const ALIAS = new RegExp(`^npm:${NAME}@`);
const TAG = /^[a-z][a-z-]*$/i;
const ARCHIVE = /^https:\/\/[^/?#@\s]+\/(?:[^?#\s]*\/)?-\/[^/?#\s]+\.tgz$/;
const SHA512 = /(?:^|\s)sha512-[A-Za-z0-9+/]{86}==(?:\s|$)/;
const PINNED =
  /^[A-Za-z0-9][\w.-]*(?:\[[\w,-]+\])?==[\w.!+-]+(?:\s*;[\w\s.<>=!'"()]+?)?(?<hashes>(?:\s+--hash=sha256:[0-9a-f]{64})*)$/;

/** Reads a file of the folder; undefined when there is none. */
type ReadFile = (name: string) => string | undefined;

export type NodePackages = {
  readonly names: readonly string[];
  /** What npm may see of `package.json`: nothing but what is asked for. */
  readonly manifest: string;
  /** Undefined when nothing pins them. */
  readonly lock: string | undefined;
};

/** The npm packages that a folder asks for. */
export function nodePackages(read: ReadFile): NodePackages {
  const { data = {} } = Manifest.safeParse(parse(read(MANIFEST)));
  const { dependencies = {}, optionalDependencies = {} } = data;
  return {
    names: Object.keys({ ...dependencies, ...optionalDependencies }),
    manifest: JSON.stringify({ name: "packages", private: true, ...data }),
    lock: read(LOCK),
  };
}

/** The lines of `requirements.txt`, without comments; a line that ends in "\" goes on. */
export function pythonPackages(read: ReadFile): readonly string[] {
  const lines = (read(REQUIREMENTS) ?? "").replaceAll(/\\\n\s*/g, " ").split("\n");
  return lines.map((line) => line.replace(/(?:^|\s)#.*$/, "").trim()).filter((it) => it !== "");
}

/** Whether every line names exactly one version; nothing in it names a file, a URL or an option. */
export function isPinned(lines: readonly string[]): boolean {
  return lines.every((line) => PINNED.test(line));
}

/** The first of these pinned lines that has no hash. */
export function lineWithoutHash(lines: readonly string[]): string | undefined {
  return lines.find((line) => !PINNED.exec(line)?.groups?.hashes);
}

/** The reason why npm may not be given this lock; undefined when all comes from the registry. */
export function lockProblem(lock: string, manifest = "{}"): string | undefined {
  const { data } = Lock.safeParse(parse(lock));
  if (!data) return `${LOCK} cannot be read, or is older than npm 7.`;
  const own = elsewhere(Manifest.safeParse(parse(manifest)).data ?? {});
  if (own) return `${MANIFEST} asks for ${own}. ${ONLY}`;
  for (const [path, entry] of Object.entries(data.packages)) {
    const asked = elsewhere(entry);
    if (asked) return `"${path}" in ${LOCK} asks for ${asked}. ${ONLY}`;
    if (path === "") continue;
    const { version = "", resolved, integrity = "", link } = entry;
    if (link || !PLACE.test(path)) return `"${path}" in ${LOCK} is a folder. ${ONLY}`;
    if (isValid(version) === null) return `"${path}" in ${LOCK} has no version. ${ONLY}`;
    if (resolved !== undefined && !ARCHIVE.test(resolved)) {
      return `"${path}" in ${LOCK} comes from ${resolved}. ${ONLY}`;
    }
    if (!SHA512.test(integrity)) return `"${path}" in ${LOCK} has no sha512 hash. ${ONLY}`;
  }
  return undefined;
}

const ONLY = "Only archives of the registry over https, with a sha512 hash, are fetched.";

/** A package that is asked for by something other than versions or a tag of the registry. */
function elsewhere(asked: z.infer<typeof Manifest>): string | undefined {
  const all = [
    asked.dependencies,
    asked.devDependencies,
    asked.optionalDependencies,
    asked.peerDependencies,
  ].flatMap((specs) => Object.entries(specs ?? {}));
  const found = all.find(([, spec]) => {
    const range = spec.replace(ALIAS, "");
    return validRange(range) === null && !TAG.test(range);
  });
  return found && `"${found[0]}" from ${found[1]}`;
}

function parse(text = "{}"): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
