import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";

export const capabilitiesRemove: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<{ readonly id: string }>(
    "DELETE",
    path`/v1/capabilities/${args.require("capability_id")}`,
  );
  await context.print(answer, ({ id }) => [`Capability ${id} is removed.`]);
  return EXIT.done;
};
