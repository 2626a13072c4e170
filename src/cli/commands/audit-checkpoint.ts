import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const auditCheckpoint: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/audit/checkpoint");
  await context.print(answer, ({ checkpoint }) => [
    checkpoint ? JSON.stringify(checkpoint) : "There is no checkpoint yet.",
  ]);
  return EXIT.done;
};
