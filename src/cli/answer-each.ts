import type { Approval } from "../http/client/wire.ts";
import type { CommandContext } from "./command.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { findTask } from "./find-task.ts";
import { followTask } from "./follow-intent.ts";

export type AnsweredOne = {
  /** The task that the call belongs to. */
  readonly task: string | undefined;
  readonly exit: ExitCode;
};

/** Answers approvals in this order, then prints the report of each task that they belong to. */
export async function answerEach(
  context: CommandContext,
  ids: readonly string[],
  answer: (id: string) => Promise<AnsweredOne>,
): Promise<ExitCode> {
  const answered: AnsweredOne[] = [];
  for (const id of new Set(ids)) answered.push(await answer(id));
  const exits = answered.filter(({ task }) => task === undefined).map(({ exit }) => exit);
  const tasks = new Set(answered.map(({ task }) => task).filter((task) => task !== undefined));
  for (const task of tasks) exits.push(await followTask(context, task));
  return exits.find((exit) => exit !== EXIT.done) ?? EXIT.done;
}

/** With `--json` each answer stands for itself: `--task` prints the task. */
export async function taskOf(
  { session_id: sessionId }: Approval,
  context: CommandContext,
): Promise<string | undefined> {
  if (sessionId === null || context.json) return undefined;
  return findTask(await context.client(), sessionId);
}
