import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const auditKey: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/audit/checkpoint");
  await context.print(answer, ({ public_key: key }) => key.trimEnd().split("\n"));
  return EXIT.done;
};
