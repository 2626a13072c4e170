import { CapstanError } from "../../../base/errors.ts";
import type { McpServerConfig } from "../../../schema/mcp-server.ts";
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
  if (options.length === 0 && name !== undefined) return { from: "npm", name };
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
    return { from: "pypi", name, program: name.replace(/[[@=].*$/s, "") };
  }
  if (name !== undefined && option === "--from" && from !== undefined && others.length === 0) {
    return { from: "pypi", name: from, program: name };
  }
  const message =
    "uvx is read here as: uvx <package>[==<version>] <arguments…>, or uvx --from=<package> <program> <arguments…>.";
  throw new CapstanError("MCP_SERVER_INVALID", message);
}
