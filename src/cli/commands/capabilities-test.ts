import { block } from "../block.ts";
import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { inColour } from "../state-style.ts";

/** A folder may have many examples, and each may take as long as its tool. */
const DEADLINE_MS = 10 * 60_000;
const TEXT_LENGTH = 1_000;

export const capabilitiesTest: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const client = await context.client();
  const body = { path: resolve(args.require("folder")) };
  const options = { body, deadlineMs: DEADLINE_MS };
  const answer = await client.request("POST /v1/capabilities/test", options);
  await context.print(answer, ({ name, items, ok }, screen) => {
    const failed = items.filter(({ state }) => state === "failed");
    return [
      ...listing(
        ["RESULT", "WHAT", "NOTE"],
        items.map((it) => [inColour(it.state), it.name, noteOf(it)]),
        items.length,
        screen.width,
      ),
      // In a narrow terminal the table cuts just what is needed.
      ...failed.flatMap((it) => ["", `${it.name} failed:`, ...block(it.message, TEXT_LENGTH)]),
      "",
      ok ? `${name} passes.` : `${name} does not pass: ${failed.length} of ${items.length} failed.`,
    ];
  });
  return answer.body.ok ? EXIT.done : EXIT.failed;
};

function noteOf({ message, duration_ms: ms }: { message: string; duration_ms: number }): string {
  return ms > 0 ? `${message}, ${Math.round(ms)} ms` : message;
}
