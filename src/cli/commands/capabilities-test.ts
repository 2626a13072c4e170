import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { reportLines } from "../report-lines.ts";

/** A folder may have many examples, and each may take as long as its tool. */
const DEADLINE_MS = 10 * 60_000;

export const capabilitiesTest: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(args.require("folder")) };
  const options = { body, deadlineMs: DEADLINE_MS };
  const answer = await client.request("POST /v1/capabilities/test", options);
  await context.print(answer, (report, screen) => reportLines(report, screen.width));
  return answer.body.ok ? EXIT.done : EXIT.failed;
};
