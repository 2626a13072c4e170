import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const openConsole: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request("POST /v1/sign-in/codes");
  await context.print(answer, ({ code }) => [
    "Open this in a browser. It signs in once, within ten minutes:",
    `${client.url}/#code=${code}`,
  ]);
  return EXIT.done;
};
