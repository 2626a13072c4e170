import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/capabilities", {
    query: {
      kind: args.get("kind"),
      status: args.get("status"),
      limit: args.get("limit"),
      offset: args.get("offset"),
    },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["CAPABILITY", "VERSION", "STATUS", "TOOLS", "DESCRIPTION"],
      items.map((it) => [
        it.id,
        it.version,
        it.status,
        String(it.tools.length),
        it.description.split("\n")[0] ?? "",
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
