import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { ProcessEnd, ProcessSpec } from "../sandbox.ts";
import type { Launch } from "./launch.ts";

/** Kills a process at a limit of time and when it is cancelled, and says how it ended. */
export function watchLife(child: ChildProcess, launch: Launch, { limits, signal }: ProcessSpec) {
  let timedOut = false;
  let exceeded: ProcessEnd["exceeded"];
  let isOver = false;
  let wasKilled = false;
  const attendance = launch.attend(child, (why) => {
    exceeded ??= why?.exceeded;
    kill();
  });
  const kill = () => {
    wasKilled ||= !isOver;
    attendance.kill();
  };
  const expire = () => {
    timedOut = true;
    kill();
  };
  const timer = (ms: number | null) => (ms === null ? undefined : setTimeout(expire, ms));
  const wall = timer(limits.wallMs);
  const idle = timer(limits.idleMs);
  signal.addEventListener("abort", kill);

  const exited = once(child, "exit").then(([exitCode, by]) => {
    isOver = true;
    clearTimeout(wall);
    clearTimeout(idle);
    signal.removeEventListener("abort", kill);
    // What it started and left behind goes with it.
    kill();
    return { exitCode, signal: by };
  });
  // Listened for at once: both may come before anyone waits for the end.
  const closed = once(child, "close");

  async function waitForEnd(): Promise<Omit<ProcessEnd, "truncated">> {
    const { exitCode, signal: by } = await exited;
    await Promise.all([closed, attendance.gone()]);
    return {
      exitCode,
      // The program around a box may end of a closed pipe, because the box was killed first.
      signal: wasKilled && by !== null ? "SIGKILL" : by,
      ...attendance.explain(exitCode, by),
      timedOut,
      ...(exceeded ? { exceeded } : {}),
    };
  }

  return {
    kill,
    /** Silence begins anew. */
    heard() {
      if (isOver || limits.idleMs === null) return;
      idle?.refresh();
    },
    end: waitForEnd(),
  };
}
