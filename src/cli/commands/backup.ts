import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

export const backup: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.admin();
  const answer = await client.request("POST /v1/backup", {
    body: { path: resolve(args.require("file")) },
    deadlineMs: 600_000,
  });
  await context.print(answer, ({ path, size_bytes: size }) => [
    `Wrote ${path} (${size} bytes). It opens only under the master key of this home: keep that too, elsewhere.`,
    `To put it back: stop the server, then ${typed(`restore ${path}`)}`,
  ]);
  return EXIT.done;
};
