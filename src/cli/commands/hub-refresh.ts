import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const hubRefresh: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { to: resolve(args.require("to")) };
  const answer = await client.request("POST /v1/hub/refresh", { body });
  await context.print(answer, ({ serial, expires_at }) => [
    `The index is signed anew, with serial ${serial}. It is believed until ${expires_at}.`,
  ]);
  return EXIT.done;
};
