import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import * as z from "zod";
import { CapstanError } from "../../../base/errors.ts";

const Manifest = z.object({
  bin: z.union([z.string(), z.record(z.string(), z.string())]).optional(),
});

/** The program of an installed npm package, as a path in the layout. */
export async function findNpmProgram(folder: string, name: string): Promise<string> {
  const own = posix.join("node_modules", name);
  const text = await readFile(join(folder, own, "package.json"), "utf8");
  const { data } = Manifest.safeParse(parsed(text));
  const bin = data?.bin;
  const short = name.slice(name.indexOf("/") + 1);
  const named = new Map(Object.entries(typeof bin === "object" ? bin : {}));
  const [first, ...more] = named.values();
  const path =
    typeof bin === "string" ? bin : (named.get(short) ?? (more.length === 0 ? first : undefined));
  if (path === undefined) throw invalid(`"${name}" does not say which of its programs is meant.`);
  const inside = posix.join(own, path);
  if (!inside.startsWith(`${own}/`)) throw invalid(`The program of "${name}" lies outside of it.`);
  return inside;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(message: string): CapstanError {
  return new CapstanError("MCP_SERVER_INVALID", message);
}
