import type { Halted } from "../../http/client/wire.ts";
import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Args } from "../args.ts";
import type { Answer } from "../client.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { haltLine } from "../halted.ts";

export const halt: Run = async (args, context) => {
  await context.print(await ask(args, context), ({ halt }) => [
    halt ? haltLine(halt) : "Nothing is stopped.",
  ]);
  return EXIT.done;
};

async function ask(args: Args, context: CommandContext): Promise<Answer<Halted>> {
  if (args.has("status")) return (await context.client()).request("GET /v1/halt");
  if (args.has("lift")) return (await context.admin()).request("DELETE /v1/halt");
  const body = { reason: args.get("reason") ?? "" };
  return adminIfNeeded(context, (client) => client.request("POST /v1/halt", { body }));
}
