import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { hubItemLines } from "../hub-lines.ts";
import { typed } from "../program.ts";
import { sourceName } from "../source-name.ts";
import { withSteps } from "../with-steps.ts";

const DEADLINE_MS = 5 * 60_000;

export const hubShow: Run = async (args, context) => {
  const name = sourceName(args.require("name"));
  const version = args.get("version");
  const client = await context.client();
  const body = { name, ...(version !== undefined && { version }) };
  const work = client.request("POST /v1/hub/show", { body, deadlineMs: DEADLINE_MS });
  const answer = await withSteps(context, client, "show", work);
  await context.print(answer, (item) => [
    ...hubItemLines(item, args.has("diff")),
    `To install it:  ${typed(`hub install ${args.require("name")}`)}`,
  ]);
  return EXIT.done;
};
