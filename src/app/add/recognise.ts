import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";

/** A text, by its form alone. */
export type Recognised =
  | { readonly type: "json"; readonly value: JsonValue }
  | { readonly type: "address"; readonly url: string }
  | { readonly type: "path"; readonly path: string }
  | { readonly type: "command"; readonly command: string; readonly args: readonly string[] }
  /** An entry of a hub, or a bundle that the hub fetches: `npm:…`, `git+…`. */
  | { readonly type: "hub"; readonly name: string };

const NAME = /^(?:[A-Za-z0-9][\w.-]*\/)?[A-Za-z0-9][\w.-]*(?:@[^@\s/:]{1,100})?$/;
const FETCHED = /^(?:npm:|git\+)\S/;
/** A shell would read these; here nothing does. */
const FOR_A_SHELL = /["'`\\$|&;<>(){}*?]/;
const MAX_SHOWN = 100;

export const FORMS =
  "Give a folder or a zip on the server by its whole path, the address of an MCP server, an npm name such as @scope/server, a line such as npx -y <package> or uvx <package>, the name of an entry of a hub, or JSON: an mcp.json, one entry of it, or a capability.";

export function recognise(text: string): Recognised {
  const what = text.trim();
  if (/^[[{]/.test(what)) return { type: "json", value: parseJson(what) };
  if (/^https?:\/\//i.test(what)) return { type: "address", url: addressOf(what) };
  if (/^~(?:\/|$)/.test(what)) return { type: "path", path: join(homedir(), what.slice(1)) };
  if (isAbsolute(what)) return { type: "path", path: what };
  if (/\s/.test(what)) return commandOf(what);
  if (what.startsWith("@")) return { type: "command", command: "npx", args: ["-y", what] };
  if (FETCHED.test(what) || NAME.test(what)) return { type: "hub", name: what };
  if (/^\.{0,2}\//.test(what)) {
    throw unknown(`"${shorten(what)}" is no whole path, and the server has another folder.`);
  }
  throw unknown(`"${shorten(what)}" names nothing that can be added.`);
}

export function unknown(why: string): CapstanError {
  return new CapstanError("ADD_UNKNOWN", `${why} ${FORMS}`);
}

function addressOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "") {
    throw unknown(`"${shorten(text)}" is no address, or has a password in it.`);
  }
  return url.href;
}

function commandOf(line: string): Recognised {
  const [command = "", ...args] = line.split(/\s+/);
  const isInstaller = command === "npx" || command === "uvx";
  if (isInstaller && !FOR_A_SHELL.test(line)) return { type: "command", command, args };
  const why = isInstaller
    ? "No shell reads this line, and it has signs that only a shell understands."
    : `"${shorten(line)}" is neither a line of npx nor one of uvx.`;
  throw unknown(`${why} Write a program as JSON: {"command": "…", "args": ["…"]}.`);
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
