import type { McpServer } from "../api/server.ts";

/** Where the calls of a server's tools run. */
export function placeWords({ url, package: fetched }: McpServer): string {
  if (url !== undefined) return "Elsewhere, reached by its address";
  return fetched
    ? "On this machine, a package that was fetched"
    : "On this machine, a program of its own";
}

const TRUST = {
  builtin: "Ships with Capstan",
  local: "Local",
  "local-mcp": "A program of this machine",
  remote: "From elsewhere",
} as const satisfies Record<McpServer["trust"], string>;

export function trustWords(trust: McpServer["trust"]): string {
  return TRUST[trust];
}

/** What is started, or where calls go. */
export function targetOf({
  url,
  command,
  args = [],
}: Pick<McpServer, "url" | "command" | "args">): string {
  return url ?? [command ?? "", ...args].join(" ");
}
