import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const hubWithdraw: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const [name = "", version] = args.require("item").split("@");
  const reason = args.require("reason");
  const client = await context.client();
  const body = { name, reason, to: resolve(args.require("to")), ...(version && { version }) };
  const answer = await client.request("POST /v1/hub/withdraw", { body });
  await context.print(answer, ({ serial }) => [
    `${args.require("item")} is withdrawn: ${reason}`,
    `Who syncs disables it. Index: serial ${serial}.`,
  ]);
  return EXIT.done;
};
