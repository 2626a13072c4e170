import { execFile } from "node:child_process";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { doFileTask, FILE_TASKS, type FileTask, type Type, typist } from "./machine-files.ts";

const CAPSTAN = join(import.meta.dirname, "../../bin/capstan.mjs");

/** Types each command as a process of its own. Another user is whoever runs this process. */
export function typeAs(as: { readonly env: NodeJS.ProcessEnv; readonly cwd: string }): Type {
  return async (words) => {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [CAPSTAN, ...words], as);
      return { code: 0, out: stdout };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, out: stdout || stderr };
    }
  };
}

/**
 * The core of what a newcomer types into a home where nothing is open: tasks about files of the machine,
 * in folders below `parent`, and one that is denied. Answers what is not true afterwards.
 */
export async function typeCore(
  type: Type,
  parent: string,
  tasks: readonly FileTask[] = FILE_TASKS,
): Promise<readonly string[]> {
  const person = typist(type);
  const wrong: string[] = [];
  for (const task of tasks) {
    const { asked, after, told } = await doFileTask(person, task, "run", parent);
    if (asked.length === 0) wrong.push(`${task.name}: nothing was asked`);
    if (!isDeepStrictEqual(after, task.after)) wrong.push(`${task.name}: ${JSON.stringify(after)}`);
    if (!told.includes(task.tells ?? "")) wrong.push(`${task.name}: ${told}`);
  }
  const last = tasks.at(-1);
  const denied = last && (await doFileTask(person, last, "deny", parent));
  if (denied && !isDeepStrictEqual(denied.after, denied.before)) wrong.push(`denied: ${last.name}`);
  const verified = await type(["audit", "verify"]);
  if (verified.code !== 0) wrong.push(verified.out);
  return wrong;
}
