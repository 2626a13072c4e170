import { decodeDoc } from "./read/decode-doc.ts";
import type { ReadBundle } from "./read-bundle.ts";

export type AgentFiles = Pick<ReadBundle, "bundle" | "contents">;

const ENTRIES = ["agent.py", "agent.ts", "agent.mts", "agent.js", "agent.mjs"];
const CODE = /\.(?:py|ts|mts|js|mjs)$/;
const MAX_BYTES = 1_000_000;

/** The text of a file right in the folder; undefined where there is none, or none that is a document. */
export function textOf({ bundle, contents }: AgentFiles, path: string): string | undefined {
  const file = bundle.files.find((one) => one.path === path);
  const bytes = file && contents.get(file.digest);
  return bytes && bytes.byteLength <= MAX_BYTES ? decodeDoc(bytes).text : undefined;
}

/** The file with `run`: the one that the manifest names, if it is one, otherwise by its name. */
export function entryOf({ bundle }: AgentFiles, named: string): string | undefined {
  const has = (path: string) => bundle.files.some((file) => file.path === path);
  return ENTRIES.includes(named) && has(named) ? named : ENTRIES.find(has);
}

/** All code of the folder but its tests. It is read, and never run. */
export function codeOf(files: AgentFiles, names = CODE): string {
  return files.bundle.files
    .filter(({ path }) => names.test(path) && !path.startsWith("tests/"))
    .map(({ path }) => textOf(files, path) ?? "")
    .join("\n");
}
