import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const modelDisconnect: Run = async (_args, context) => {
  const client = await context.admin();
  const answer = await client.request("DELETE /v1/model");
  await context.print(answer, ({ name }) => [
    `No model is connected, and no key of one is stored. ${name} answers from the next message on.`,
  ]);
  return EXIT.done;
};
