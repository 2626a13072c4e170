import { entryText } from "../agent-lines.ts";
import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const agentsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/agents", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["AGENT", "NAME", "CAPABILITIES"],
      items.map((it) => [it.id, it.name, it.capabilities.map(entryText).join(", ") || "-"]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
