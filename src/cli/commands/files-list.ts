import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { timeCell } from "../time-cell.ts";

export const filesList: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/sessions/:id/files", {
    params: { id: args.require("session_id") },
    query: {
      path: args.get("path"),
      ...(args.has("recursive") && { recursive: "1" }),
    },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["SIZE", "CHANGED", "PATH"],
      items.map((it) => [
        it.is_directory ? "folder" : String(it.size_bytes),
        timeCell(it.updated_at, screen),
        it.path,
      ]),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};
