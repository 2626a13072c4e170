import type { Run } from "../command.ts";
import { exitCodeOfState } from "../exit-code.ts";
import { hubItemLines } from "../hub-lines.ts";
import { hubWanted } from "../hub-wanted.ts";
import { outcomeLines } from "../outcome-lines.ts";
import { withSteps } from "../with-steps.ts";

const DEADLINE_MS = 15 * 60_000;

/** Shows what it is, and asks: it is installed when a person says Run. */
export const hubInstall: Run = async (args, context) => {
  const client = await context.client();
  const body = hubWanted(args);
  const work = client.request("POST /v1/hub/install", { body, deadlineMs: DEADLINE_MS });
  const answer = await withSteps(context, client, "install", work);
  await context.print(answer, async ({ item, ...outcome }) => [
    ...hubItemLines(item, args.has("diff")),
    "",
    ...(await outcomeLines(outcome, {}, client)),
  ]);
  return exitCodeOfState(answer.body.state);
};
