import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { timeCell } from "../time-cell.ts";

export const secretsList: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/secrets");
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["SECRET", "ENDS IN", "TOOLS", "UPDATED"],
      items.map((it) => [
        it.name,
        it.hint ?? "-",
        it.is_reserved ? "only the connected model" : it.tools.join(", ") || "-",
        timeCell(it.updated_at, screen),
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
