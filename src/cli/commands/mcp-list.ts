import type { McpServer } from "../../http/client/wire.ts";
import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { targetOf } from "../mcp-lines.ts";

/** A tool that has become another is what its owner should look at first. */
function changedOf({ changed }: McpServer): string | undefined {
  const names = changed.map(({ tool_id }) => tool_id.split(":").slice(2).join(":"));
  return names.length === 0 ? undefined : `changed since it was first met: ${names.join(", ")}`;
}

export const mcpList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/mcp-servers", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["SERVER", "STATE", "TOOLS", "TRUST", "RUNS"],
      items.map((it) => [
        it.id,
        it.state,
        String(it.tools),
        it.trust,
        changedOf(it) ?? it.error ?? targetOf(it),
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
