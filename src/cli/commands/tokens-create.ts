import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const tokensCreate: Run = async (args, context) => {
  const seconds = args.get("expires-in-s");
  const client = await context.admin();
  const answer = await client.request("POST /v1/tokens", {
    body: {
      name: args.require("name"),
      scopes: (args.get("scope") ?? "invoke").split(","),
      ...(seconds && { expires_in_s: Number(seconds) }),
    },
  });
  await context.print(answer, ({ id, name, scopes, token }) => [
    `Key ${id} for ${name}, who may: ${scopes.join(", ")}. It is shown only this once:`,
    token,
  ]);
  return EXIT.done;
};
