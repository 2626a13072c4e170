import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const tokensCreate: Run = async (args, context) => {
  const seconds = args.get("expires-in-s");
  const scopes = (args.get("scope") ?? "invoke").split(",");
  const client = await (scopes.includes("admin") ? context.lastingAdmin() : context.admin());
  const answer = await client.request("POST /v1/tokens", {
    body: {
      name: args.require("name"),
      scopes,
      ...(seconds && { expires_in_s: Number(seconds) }),
    },
  });
  await context.print(answer, ({ id, name, scopes, token }) => [
    `Key ${id} for ${name}, who may: ${scopes.join(", ")}. It is shown only this once:`,
    token,
  ]);
  return EXIT.done;
};
