import type { FoundMcpServer } from "../../http/client/wire.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

export const trust: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(args.require("folder")) };
  const answer = await client.request("POST /v1/packs/trust", { body });
  await context.print(answer, ({ added, refused, mcp_servers }) => [
    added.length === 0 ? "No new packs were found." : `Found: ${added.join(", ")}.`,
    ...refused.map(({ path, reason }) => `Not taken in: ${path}. ${reason}`),
    ...serverLines(mcp_servers, body.path),
  ]);
  return EXIT.done;
};

function serverLines(found: readonly FoundMcpServer[], folder: string): string[] {
  const usable = found.filter(({ is_added, problem }) => !is_added && problem === null);
  return [
    ...found.flatMap(({ problem }) => problem ?? []),
    ...(usable.length > 0
      ? [
          `It asks for MCP servers, which were not started: ${usable.map(({ id }) => id).join(", ")}.`,
          `To add them:  ${typed(`mcp import ${folder}/.mcp.json`)}`,
        ]
      : []),
  ];
}
