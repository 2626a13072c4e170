import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { titled } from "../titled.ts";

/** Exits with 1 where the code looks like something that a turn must not do. */
export const skillsCheck: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(args.require("folder")) };
  const answer = await client.request("POST /v1/skills/check", { body });
  await context.print(answer, ({ name, warnings, findings }) => [
    `${name}: ${findings.length === 0 ? "nothing found" : `${findings.length} to look at`}`,
    ...titled(
      "code",
      findings.map(({ path, line, problem }) => `${path}:${line} ${problem}`),
    ),
    ...titled("notes", warnings),
  ]);
  return answer.body.findings.length === 0 ? EXIT.done : EXIT.failed;
};
