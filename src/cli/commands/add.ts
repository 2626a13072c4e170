import type { Added } from "../../http/client/wire.ts";
import { addedLines, packageLines, shownLines } from "../add-lines.ts";
import { type Addable, addables } from "../addable.ts";
import { adminIfNeeded } from "../admin-if-needed.ts";
import { type Answer, CALL_DEADLINE_MS } from "../client.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { isSure } from "../is-sure.ts";
import { whileWaiting } from "../while-waiting.ts";
import { FETCHES } from "./mcp-add.ts";

/** Adds whatever is named, after a person at a terminal has seen what it is. */
export const add: Run = async (args, context) => {
  const all = await addables(args, context);
  const answers: Answer<Added>[] = [];
  const exits: ExitCode[] = [];
  for (const one of all) {
    const answer = await addOne(one, context, {
      onlyShows: args.has("preview"),
      isSaid: args.has("yes"),
    });
    if (answer) answers.push(answer);
    exits.push(answer ? exitCodeOf(answer.body) : EXIT.failed);
  }
  await printJson(answers, context);
  return exits.find((exit) => exit !== EXIT.done) ?? EXIT.done;
};

type Way = { readonly onlyShows: boolean; readonly isSaid: boolean };

/** Undefined where the person did not want it. */
async function addOne(
  wanted: Addable,
  context: CommandContext,
  { onlyShows, isSaid }: Way,
): Promise<Answer<Added> | undefined> {
  const asks = !isSaid && !context.json && context.io.isTyped && context.io.isTty;
  let digest: string | undefined;
  if (onlyShows || asks) {
    const seen = await send(wanted, context, { preview: "true" });
    digest = seen.body.digest;
    if (!context.json) await context.print(seen, shownLines);
    if (onlyShows) return seen;
    if (!(await isSure(context, "Add it? [y/N] "))) return undefined;
  }
  const answer = await whileWaiting(context, FETCHES, send(wanted, context, { digest }));
  if (!context.json) {
    await context.print(answer, (added) => [
      ...(asks ? packageLines(added) : shownLines(added)),
      ...addedLines(added),
    ]);
  }
  return answer;
}

type Query = { readonly preview?: "true"; readonly digest?: string | undefined };

function send(body: Addable, context: CommandContext, query: Query) {
  return adminIfNeeded(context, (client) =>
    client.request("POST /v1/add", { body, query, deadlineMs: CALL_DEADLINE_MS }),
  );
}

/** Several servers of one file are one value too. */
async function printJson(
  answers: readonly Answer<Added>[],
  context: CommandContext,
): Promise<void> {
  if (!context.json) return;
  const [first, ...others] = answers;
  if (!first) return;
  if (others.length === 0) return context.print(first, () => []);
  const body = { items: answers.map((one) => one.body) };
  const text = `{"items":[${answers.map((one) => one.text).join(",")}]}`;
  await context.print({ body, text }, () => []);
}

function exitCodeOf({ state, problem }: Added): ExitCode {
  if (state === "input_required") return EXIT.waits;
  return problem === null ? EXIT.done : EXIT.failed;
}
