import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const extensionsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/extensions", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["EXTENSION", "VERSION", "ENABLED", "TOOLS", "DESCRIPTION"],
      items.map((it) => [
        it.id,
        it.version,
        it.enabled ? "yes" : "no",
        `${it.tools.filter(({ enabled }) => enabled).length}/${it.tools.length}`,
        it.description,
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
