import type { Args } from "../args.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { usageError } from "../usage-error.ts";

export const tokensCreate: Run = async (args, context) => {
  const seconds = args.get("expires-in-s");
  const scopes = (args.get("scope") ?? "invoke").split(",");
  const client = await (scopes.includes("admin") ? context.lastingAdmin() : context.admin());
  const answer = await client.request("POST /v1/tokens", {
    body: {
      ...whose(args),
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

function whose(args: Args): { name: string } | { for: string } {
  const [name, id] = [args.get("name"), args.get("for")];
  if (name !== undefined && id === undefined) return { name };
  if (id !== undefined && name === undefined) return { for: id };
  const message = "Say whose key it is: --name for somebody new, --for for somebody known.";
  throw usageError(message, "tokens create --name <name> | --for <principal_id>");
}
