import type { McpServer } from "../client/wire.ts";
import type { Lines } from "./command.ts";
import { typed } from "./program.ts";

/** How a server is, and what it would need. */
export function mcpLines(server: McpServer): Lines {
  const { id, state, error, tools, package: fetched, unseen } = server;
  return [
    `${id}  ${state}  ${tools} ${tools === 1 ? "tool" : "tools"}`,
    ...(fetched ? [`It is ${fetched.name} ${fetched.version}, and stays that.`] : []),
    ...(error ? [error] : []),
    ...unseen.map((path) => `It cannot see ${path}:  ${typed(`access allow mcp:${id} ${path}`)}`),
    ...(tools > 0
      ? [
          `To give it to an agent:  ${typed(`agents create --name <name> --capabilities mcp:${id}`)}`,
        ]
      : []),
  ];
}
