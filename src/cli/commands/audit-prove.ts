import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const auditProve: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/audit/proof", {
    query: { invocation_id: args.require("invocation_id") },
  });
  await context.print(answer, (proof) => [JSON.stringify(proof)]);
  return EXIT.done;
};
