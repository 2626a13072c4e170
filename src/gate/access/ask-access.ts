import type { JsonObject } from "../../base/json.ts";
import { mayWriteRoots } from "../../schema/changes-in-place.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { ask } from "../approvals/ask-approval.ts";
import type { Attempt } from "../call.ts";
import type { Executed } from "../execute.ts";
import type { Gate } from "../gate.ts";
import type { Judgement } from "../judge.ts";
import { judgeAccess, opensOf } from "./judge-access.ts";

/** What code says when it was asked for something that it does not find. */
const REFUSED: ReadonlySet<string> = new Set(["PATH_NOT_GRANTED", "PATH_DENIED"]);

/**
 * The code itself was refused a location, which its inputs do not name: a person is asked whether to
 * open it. Only of an attempt that changed nothing: no root was writable, or it was looked at what it
 * did; and its workspace is thrown away. Any other has failed, because it may have done half of its
 * work.
 */
export async function askAccess(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  { result: { state, error, sideEffects } }: Executed,
): Promise<Promise<Outcome> | undefined> {
  if (state !== "failed" || !error?.code || !REFUSED.has(error.code)) return undefined;
  const location = error.path ?? firstPath(error.message) ?? pathIn(attempt.inputs);
  const isUntouched = sideEffects?.length === 0 || !couldWrite(attempt);
  if (location === undefined || !isUntouched) return undefined;
  const path = await gate.folders.resolve(location).catch(() => undefined);
  if (!path) return undefined;
  const named = { ...attempt.named, paths: [...attempt.named.paths, path] };
  const open = await judgeAccess(gate, { ...attempt, named });
  if (open.type !== "missing") return undefined;
  const { opens } = open;
  return ask(gate, attempt, judgement, "approval", async () => ({
    level: opens.level,
    reason: opens.reason,
    ...opensOf(opens),
  }));
}

function couldWrite({ tool, invocation, approval, access }: Attempt): boolean {
  const writable = access.paths.some(({ verbs }) => verbs.includes("write"));
  const given = { dryRun: invocation.dryRun, confirmed: approval !== null };
  return writable && mayWriteRoots(tool, given);
}

function firstPath(message: string): string | undefined {
  return /(?:^|[\s"'`(])(\/[^\s"'`)]{1,4000})/.exec(message)?.[1];
}

/** What was asked for under a name that does not sound like a path. */
function pathIn(inputs: JsonObject): string | undefined {
  const texts = Object.values(inputs)
    .flat()
    .filter((value) => typeof value === "string");
  return texts.find((text) => /^\/[^\0]{1,4000}$/.test(text));
}
