import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const openConsole: Run = async (args, context) => {
  const admin = args.has("admin") ? await context.adminKey() : undefined;
  const client = await context.client();
  const body = admin === undefined ? {} : { admin };
  const answer = await client.request("POST /v1/sign-in/codes", { body });
  await context.print(answer, ({ code }) => [
    "Open this in a browser. It signs in once, within ten minutes:",
    `${client.url}/#code=${code}`,
    ...(admin === undefined ? [] : ["You are the admin there for at most 15 minutes."]),
  ]);
  return EXIT.done;
};
