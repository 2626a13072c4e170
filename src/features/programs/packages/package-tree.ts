import { hash } from "node:crypto";
import { chmod, lstat, mkdir, open, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sha256 } from "../../../base/digest.ts";
import { createNameKeeper } from "../../bundles/read/bundle-names.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import { packageError } from "./package-error.ts";

export interface PackageTree {
  /** Writes the files of one package below a folder of the tree. */
  add(name: string, place: string, package_: ReadBundle): Promise<void>;
  /** Makes all of it read-only, and answers its digest. */
  close(): Promise<string>;
}

type Line = { readonly path: string; readonly digest: string; readonly executable: boolean };

const MAX_FILES = 200_000;
const MAX_BYTES = 2_000_000_000;
const AT_ONCE = 16;

/** Writes the packages of one closure into a folder that is not there yet. */
export async function createPackageTree(folder: string): Promise<PackageTree> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lines = new Map<string, Line>();
  const made = new Set<string>();
  const keepName = createNameKeeper();
  let bytes = 0;

  function take(name: string, line: Line): boolean {
    const before = lines.get(line.path);
    // Some packages bring the same empty file for a folder that they share.
    if (before?.digest === line.digest) return false;
    if (before) {
      throw packageError(
        `"${line.path}" comes with ${name} and with another package, differently.`,
      );
    }
    keepName(line.path.split("/"));
    lines.set(line.path, line);
    if (lines.size > MAX_FILES || bytes > MAX_BYTES) {
      const message = `The packages have more than ${MAX_FILES} files or ${MAX_BYTES} bytes together.`;
      throw packageError(message);
    }
    return true;
  }

  async function makeFolder(path: string): Promise<void> {
    if (made.has(path)) return;
    await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
    for (let at = path; at !== "." && !made.has(at); at = dirname(at)) made.add(at);
  }

  return {
    async add(name, place, { bundle, contents }) {
      const files = bundle.files.flatMap((file) => {
        bytes += file.size_bytes;
        const line = { path: `${place}/${file.path}`, ...pick(file) };
        const content = contents.get(file.digest);
        return content && take(name, line) ? [{ ...line, content }] : [];
      });
      for (const { path } of files) await makeFolder(dirname(path));
      for (let at = 0; at < files.length; at += AT_ONCE) {
        const some = files.slice(at, at + AT_ONCE);
        await Promise.all(
          some.map(({ path, executable, content }) =>
            writeFile(join(folder, path), content, executable),
          ),
        );
      }
    },
    async close() {
      for (const path of [...made].toSorted().toReversed()) await chmod(join(folder, path), 0o555);
      await chmod(folder, 0o555);
      return digestOf([...lines.values()]);
    },
  };
}

/** The digest of what lies in a folder now; undefined where something is there that no package has. */
export async function measureTree(folder: string): Promise<string | undefined> {
  const lines: Line[] = [];
  const waiting = [""];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entries = await readdir(join(folder, path), { withFileTypes: true });
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      const seen = entries.slice(at, at + AT_ONCE).map(async (entry) => {
        const own = path === "" ? entry.name : `${path}/${entry.name}`;
        if (entry.isDirectory()) return void waiting.push(own);
        if (!entry.isFile()) return "odd" as const;
        const [content, { mode }] = await Promise.all([
          readFile(join(folder, own)),
          lstat(join(folder, own)),
        ]);
        const executable = (mode & 0o111) !== 0;
        lines.push({ path: own, digest: digestOfFile(content), executable });
      });
      if ((await Promise.all(seen)).includes("odd")) return undefined;
    }
  }
  return digestOf(lines);
}

/** Not flushed to the disk: a layout is measured before it is used. */
async function writeFile(path: string, content: Uint8Array, executable: boolean): Promise<void> {
  const handle = await open(path, "wx", executable ? 0o555 : 0o444);
  await handle.writeFile(content).finally(() => handle.close());
}

function pick({ digest, executable }: { readonly digest: string; readonly executable: boolean }) {
  return { digest, executable };
}

function digestOfFile(content: Uint8Array): string {
  return `sha256:${hash("sha256", content, "hex")}`;
}

function digestOf(lines: readonly Line[]): string {
  const texts = lines.map(({ path, digest, executable }) =>
    JSON.stringify([path, digest, executable]),
  );
  return sha256(texts.toSorted().join("\n"));
}
