import type { McpServer } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import type { Lines } from "./command.ts";
import { driftLines } from "./drift-lines.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { typed } from "./program.ts";
import { saidHere } from "./said-here.ts";
import { titled } from "./titled.ts";

const LOG_LINES = 20;

/** How a server is, and what it would need. */
export function mcpLines(server: McpServer): Lines {
  const { id, tools, package: fetched, asks } = server;
  if (asks) return askLines(id, asks);
  return [
    stateLine(server),
    ...(fetched ? [`It is ${fetched.name} ${fetched.version}, and stays that.`] : []),
    ...needLines(server),
    ...changedLines(server),
    ...(tools > 0
      ? [
          `To give it to an agent:  ${typed(`agents create --name <name> --capabilities mcp:${id}`)}`,
        ]
      : []),
  ];
}

/** Every package is shown before it is approved. */
function askLines(
  id: string,
  { packages, approval_ids: [approval] }: NonNullable<McpServer["asks"]>,
): Lines {
  const count = `${packages.length} ${packages.length === 1 ? "package" : "packages"}`;
  return [
    `${id} needs ${count}, which an admin approves:`,
    ...packages.map((line) => `  ${line}`),
    `To install them, and add the server:  ${typed(`approvals run ${approval}`)}`,
  ];
}

/** Whether the server is there, fails, or waits for an approval. */
export function mcpExitCode({ state, asks }: McpServer): ExitCode {
  if (asks) return EXIT.waits;
  return state === "failed" ? EXIT.failed : EXIT.done;
}

/** All that is known of one. */
export function mcpDetailLines(server: McpServer): Lines {
  const { package: fetched } = server;
  const facts: [string, string][] = [
    ["runs", targetOf(server)],
    ["package", fetched ? `${fetched.name} ${fetched.version}` : ""],
    ["trust", server.trust],
    ["named in", server.from === "settings" ? "mcp.json" : "the store"],
    ["sign-in", { none: "", needed: "needed", signed_in: "done" }[server.sign_in]],
  ];
  return [
    stateLine(server),
    ...columns(facts.filter(([, value]) => value !== "")),
    ...needLines(server),
    ...changedLines(server),
    ...titled("end of its log", server.log.trimEnd().split("\n").slice(-LOG_LINES).filter(Boolean)),
  ];
}

export function targetOf({ url, command = "", args = [] }: McpServer): string {
  return url ?? [command, ...args].join(" ");
}

export function stateLine({ id, state, tools }: McpServer): string {
  return `${id}  ${state}  ${tools} ${tools === 1 ? "tool" : "tools"}`;
}

/** An error names what it cannot see itself. */
function needLines({ id, error, unseen }: McpServer): string[] {
  if (error) return [saidHere(error)];
  return unseen.map((path) => `It cannot see ${path}:  ${typed(`access allow mcp:${id} ${path}`)}`);
}

function changedLines({ changed }: McpServer): string[] {
  return changed.flatMap((drift) => [
    `${drift.tool_id} has changed since it was first met, and asks again:`,
    ...driftLines(drift),
  ]);
}
