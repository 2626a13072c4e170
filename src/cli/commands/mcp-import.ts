import { CapstanError } from "../../base/errors.ts";
import { importedServers } from "../../base/imported-servers.ts";
import type { McpServer } from "../../http/client/wire.ts";
import { CALL_DEADLINE_MS } from "../client.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { mcpLines, stateLine } from "../mcp-lines.ts";
import { ProblemError } from "../problem-error.ts";
import { readManifest } from "../read-manifest.ts";

/** One that cannot be added does not hold up the others. */
export const mcpImport: Run = async (args, context) => {
  const servers = importedServers(readManifest(args.require("file")));
  if (servers.size === 0) {
    const message =
      'No MCP servers were found in this file: it has no "mcpServers", or none in it.';
    throw new CapstanError("REQUEST_INVALID", message);
  }
  const client = await context.admin();
  const items: McpServer[] = [];
  const problems: string[] = [];
  for (const [id, config] of servers) {
    try {
      const { body } = await client.request("POST /v1/mcp-servers", {
        body: { id, ...config },
        deadlineMs: CALL_DEADLINE_MS,
      });
      items.push(body);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(`${id}: ${error.message}`);
    }
  }
  const added = items.filter(({ asks }) => asks === undefined);
  const body = { items, problems };
  await context.print({ body, text: JSON.stringify(body) }, () => [
    ...items.flatMap((it) =>
      it.asks ? mcpLines(it) : [stateLine(it), ...(it.error ? [`  ${it.error}`] : [])],
    ),
    ...problems,
    `${added.length} of ${servers.size} were added.`,
  ]);
  if (problems.length > 0) return EXIT.failed;
  return added.length < items.length ? EXIT.waits : EXIT.done;
};
