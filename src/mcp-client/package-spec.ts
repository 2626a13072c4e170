import { CapstanError } from "../base/errors.ts";
import type { McpServerConfig } from "../schema/mcp-server.ts";
import { packageIndex } from "./plan-box.ts";

const QUIET: ReadonlySet<string> = new Set(["-y", "--yes", "-q", "--quiet"]);

/** The package that a command would fetch and run, or undefined when it runs what is there. */
export function packageSpec({ command, args = [] }: McpServerConfig): string | undefined {
  const program = command?.split("/").at(-1);
  if (program === "uvx" || program === "bunx" || program === "pnpx") {
    const message = `"${program}" fetches its program anew at each start, and nothing here can pin that yet. Install the server, and give the command that starts it.`;
    throw new CapstanError("MCP_SERVER_INVALID", message);
  }
  if (program !== "npx") return undefined;
  const at = packageIndex(args);
  const unknown = args.slice(0, Math.max(at, 0)).find((text) => !QUIET.has(text));
  const spec = args[at];
  if (unknown === undefined && spec !== undefined) return spec;
  const message =
    unknown === undefined
      ? "npx needs the name of a package."
      : `npx is read here as: npx -y <package> <arguments…>; "${unknown}" is not known.`;
  throw new CapstanError("MCP_SERVER_INVALID", message);
}
