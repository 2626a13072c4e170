import { columns } from "../columns.ts";
import type { Run } from "../command.ts";
import type { Check } from "../doctor/check.ts";
import { checkHome } from "../doctor/check-home.ts";
import { checkNode } from "../doctor/check-node.ts";
import { checkServer } from "../doctor/check-server.ts";
import { EXIT } from "../exit-code.ts";
import { type Line, whole } from "../line.ts";
import { inColour } from "../state-style.ts";

export const doctor: Run = async (args, context) => {
  if (args.has("fix")) {
    const { mendSandbox } = await import("../doctor/mend-sandbox.ts");
    await mendSandbox(context);
  }
  // First, because the first start makes the home that is looked at next.
  const server = await checkServer(() => context.client());
  const checks: readonly Check[] = [checkNode(), ...checkHome(context.io.env), ...server];

  const report = { ok: checks.every(({ state }) => state !== "fail"), checks };
  await context.print({ body: report, text: JSON.stringify(report) }, () =>
    columns(checks.map(({ state, name, message }) => [state, name, message])).flatMap(
      (line, index): Line[] => {
        const { state = "", command } = checks[index] ?? {};
        return [[inColour(state), line.slice(state.length)], ...commandLines(command)];
      },
    ),
  );
  return report.ok ? EXIT.done : EXIT.failed;
};

function commandLines(command: string | undefined): Line[] {
  return command === undefined ? [] : command.split("\n").map((line) => ["    ", whole(line)]);
}
