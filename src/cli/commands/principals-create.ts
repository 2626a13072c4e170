import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

export const principalsCreate: Run = async (args, context) => {
  const client = await context.admin();
  const kind = args.get("kind");
  const answer = await client.request("POST /v1/principals", {
    body: { name: args.require("name"), ...(kind !== undefined && { kind }) },
  });
  await context.print(answer, ({ id, name }) => [
    `${name} is ${id}. A key for them: ${typed(`tokens create --for ${id} --scope invoke`)}`,
  ]);
  return EXIT.done;
};
