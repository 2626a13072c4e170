import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { hubItemLines } from "../hub-lines.ts";
import { hubWanted } from "../hub-wanted.ts";
import { typed } from "../program.ts";
import { withSteps } from "../with-steps.ts";

const DEADLINE_MS = 5 * 60_000;

export const hubShow: Run = async (args, context) => {
  const client = await context.client();
  const body = hubWanted(args);
  const work = client.request("POST /v1/hub/show", { body, deadlineMs: DEADLINE_MS });
  const answer = await withSteps(context, client, "show", work);
  await context.print(answer, (item) => [
    ...hubItemLines(item, args.has("diff")),
    `To install it:  ${typed(`hub install ${args.require("name")}`)}`,
  ]);
  return EXIT.done;
};
