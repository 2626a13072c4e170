import { CapstanError } from "../base/errors.ts";
import { importedServers } from "../base/imported-servers.ts";
import { isJsonObject } from "../base/json.ts";
import type { Args } from "./args.ts";
import type { CommandContext } from "./command.ts";
import { readNamedBytes } from "./read-file.ts";
import { usageError } from "./usage-error.ts";
import { wholePaths } from "./whole-paths.ts";

/** The body of `POST /v1/add`: the bytes of a zip, or a text. */
export type Addable = Uint8Array | { readonly what: string; readonly id?: string };

const USAGE =
  "add <folder|zip|address|npm name|JSON|@file|-> [--id <id>] [--yes] [--preview], or: add -- npx -y <package>";

const MAX_BYTES = 50_000_000;

/** What a person names, as the server can find it: files of this folder by their whole paths or bytes. */
export async function addables(args: Args, context: CommandContext): Promise<readonly Addable[]> {
  const words = args.all("what");
  const [first] = words;
  if (first === undefined) throw usageError('"add" needs what to add.', USAGE);
  const id = args.get("id");
  const named = (what: string) => ({ what, ...(id !== undefined && { id }) });
  if (words.length > 1) return [named(commandText(words))];
  const found = await find(first, context);
  if (typeof found !== "string") return [found];
  const ids = id === undefined ? serversIn(found) : [];
  return ids.length > 1 ? ids.map((one) => ({ what: found, id: one })) : [named(found)];
}

/** Words are kept apart as the shell gave them. */
function commandText(words: readonly string[]): string {
  const [command, ...args] = wholePaths(words, process.cwd());
  return JSON.stringify({ command, args });
}

async function find(word: string, context: CommandContext): Promise<string | Uint8Array> {
  if (word === "-") return context.io.readStdin();
  if (/^[[{]|^https?:\/\//i.test(word)) return word;
  const isFile = word.startsWith("@") && kindOf(word.slice(1)) === "file";
  const path = isFile ? word.slice(1) : word;
  const kind = kindOf(path);
  if (kind === "file") return readFile(path);
  if (kind === "folder") return folderPath(path, context);
  if (!/^\.{1,2}(?:\/|$)/.test(word)) return word;
  throw new CapstanError("REQUEST_INVALID", `There is no ${word} here.`);
}

function kindOf(path: string): "file" | "folder" | undefined {
  const { statSync } = process.getBuiltinModule("node:fs");
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) {
    if (found.size <= MAX_BYTES) return "file";
    const message = `${path} has more than ${MAX_BYTES} bytes, which is the most that is added.`;
    throw new CapstanError("REQUEST_INVALID", message);
  }
  return found?.isDirectory() ? "folder" : undefined;
}

function readFile(path: string): string | Uint8Array {
  const bytes = readNamedBytes(path);
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? bytes : bytes.toString();
}

/** A server elsewhere has other folders. */
async function folderPath(path: string, context: CommandContext): Promise<string> {
  const { hostname } = new URL((await context.client()).url);
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (isHere) return process.getBuiltinModule("node:path").resolve(path);
  const message = `${path} is a folder of this machine, and the server runs on ${hostname}. Make a zip of it, and add that.`;
  throw new CapstanError("REQUEST_INVALID", message);
}

function serversIn(text: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? [...importedServers(value).keys()] : [];
  } catch {
    // The server says what is wrong with it.
    return [];
  }
}
