import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { withSteps } from "../with-steps.ts";

export const hubSearch: Run = async (args, context) => {
  const client = await context.client();
  const query = { q: args.get("text"), limit: args.get("limit"), offset: args.get("offset") };
  const work = client.request("GET /v1/hub/search", { query });
  const answer = await withSteps(context, client, "search", work);
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["NAME", "VERSION", "KIND", "INSTALLED", "DESCRIPTION"],
      items.map((it) => [
        it.id,
        it.version,
        it.kind,
        it.installed_version ?? "no",
        it.author === null ? it.description : `${it.description} (by ${it.author})`,
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
