import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

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
        it.error ?? it.url ?? [it.command ?? "", ...(it.args ?? [])].join(" "),
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
