import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const secretsList: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/secrets");
  await context.print(answer, ({ items, total }) =>
    listing(
      ["SECRET", "ENDS IN", "TOOLS", "UPDATED"],
      items.map((it) => [it.name, it.hint ?? "-", it.tools.join(", ") || "-", it.updated_at]),
      total,
    ),
  );
  return EXIT.done;
};
