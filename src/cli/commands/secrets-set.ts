import { CapstanError } from "../../base/errors.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

/** The value is never an argument: those are seen by every user of the machine. */
export const secretsSet: Run = async (args, context) => {
  const { io } = context;
  const name = args.require("name");
  const tools = args.get("tool")?.split(",");
  const client = await context.admin();
  const value =
    (await io.askHidden(`Value of ${name}: `)) ?? (await io.readStdin()).replace(/\r?\n$/, "");
  if (!value) {
    const message = `No value: type it, or pipe it in: printf %s "$VALUE" | ${typed(`secrets set ${name}`)}`;
    throw new CapstanError("SECRET_INVALID", message);
  }
  const answer = await client.request("PUT /v1/secrets/:name", {
    params: { name },
    body: { value, ...(tools && { tools }) },
  });
  await context.print(answer, ({ secret, warning }) => [
    `Secret ${secret.name} is kept, sealed. Refer to it as \${secret:${secret.name}}.`,
    secret.tools.length > 0
      ? `Tools that may use it: ${secret.tools.join(", ")}`
      : "No tool may use it in its inputs, only settings: allow some with --tool <pattern>.",
    ...(warning ? [`Warning: ${warning}`] : []),
  ]);
  return EXIT.done;
};
