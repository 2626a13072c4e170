import { CapstanError } from "../../../base/errors.ts";
import type { McpServerConfig } from "../../../schema/mcp-server.ts";
import { namesVersions } from "../../programs/packages/propose-requirements.ts";
import { packageIndex } from "./plan-box.ts";

const QUIET: ReadonlySet<string> = new Set(["-y", "--yes", "-q", "--quiet"]);

/** What `uvx` would run: a package, and the program of it that is meant. */
export type PythonSpec = { readonly name: string; readonly program: string };

/** The package that a command would fetch and run. */
export type PackageSpec =
  | { readonly from: "npm"; readonly name: string }
  | ({ readonly from: "pypi" } & PythonSpec);

/** Undefined when a command runs what is there. */
export function packageSpec({ command, args = [] }: McpServerConfig): PackageSpec | undefined {
  const program = command?.split("/").at(-1);
  if (program === "bunx" || program === "pnpx") {
    const message = `"${program}" fetches its program anew at each start, and nothing here can pin that yet. Install the server, and give the command that starts it.`;
    throw new CapstanError("MCP_SERVER_INVALID", message);
  }
  if (program !== "npx" && program !== "uvx") return undefined;
  const at = packageIndex(args);
  const name = args[at];
  const options = args.slice(0, Math.max(at, 0)).filter((text) => !QUIET.has(text));
  if (program === "uvx") return pythonSpec(options, name);
  if (options.length === 0 && name !== undefined) {
    npmSpec(name);
    return { from: "npm", name };
  }
  const message =
    name === undefined && options.length === 0
      ? "npx needs the name of a package."
      : `npx is read here as: npx -y <package> <arguments…>; "${options[0]}" is not known.`;
  throw new CapstanError("MCP_SERVER_INVALID", message);
}

function pythonSpec(options: readonly string[], name: string | undefined): PackageSpec {
  const [first, ...others] = options;
  const [option, from] = first?.split("=", 2) ?? [];
  if (name !== undefined && first === undefined) {
    return { from: "pypi", name: indexed(name), program: name.replace(/[[@=].*$/s, "") };
  }
  if (name !== undefined && option === "--from" && from !== undefined && others.length === 0) {
    return { from: "pypi", name: indexed(from), program: name };
  }
  const message =
    "uvx is read here as: uvx <package>[==<version>] <arguments…>, or uvx --from=<package> <program> <arguments…>.";
  throw new CapstanError("MCP_SERVER_INVALID", message);
}

function indexed(name: string): string {
  if (namesVersions(requirementOf(name))) return name;
  const message = `"${name.slice(0, 200)}" names something other than versions of the index. Write name or name==1.2.3.`;
  throw new CapstanError("MCP_SERVER_INVALID", message);
}

/** `uvx` writes a version behind an @. */
export function requirementOf(name: string): string {
  return name.replace("@", "==");
}

/** A package of a registry, and no address, folder or repository in its place. */
export function npmSpec(text: string): { readonly name: string; readonly range: string } {
  const { name, range = "latest" } = NPM_SPEC.exec(text)?.groups ?? {};
  if (name !== undefined) return { name, range };
  const message = `"${text.slice(0, 200)}" is no package of a registry, such as name or name@1.2.3.`;
  throw new CapstanError("MCP_SERVER_INVALID", message);
}

const NPM_SPEC =
  /^(?<name>(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*)(?:@(?<range>[A-Za-z0-9^~<>=.* |+-]{1,100}))?$/;
