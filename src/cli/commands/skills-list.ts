import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const skillsList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/skills", {
    query: { limit: args.get("limit"), offset: args.get("offset") },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["SKILL", "VERSION", "RUNS", "DESCRIPTION"],
      items.map((it) => [
        it.name,
        it.version,
        it.problem === null ? "yes" : "no",
        it.problem ?? it.description,
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
