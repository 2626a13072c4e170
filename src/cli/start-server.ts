import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { CapstanError } from "../base/errors.ts";
import type { Io } from "./command.ts";
import type { Launch } from "./launch.ts";
import { typed } from "./program.ts";
import { runningServer } from "./running-server.ts";
import { tell } from "./tell.ts";

const POLL_MS = 25;
/** A busy machine, or a large store that is brought up to date: seconds, and then nobody is kept waiting. */
const START_DEADLINE_MS = 60_000;
const SAY_AFTER_MS = 5_000;
const DEFAULT_IDLE_EXIT_S = "300";
/** Another command started a server at the same time: ours yields, and we use the other. */
const YIELDED = "HOME_OWNED";

/** Starts a server in the background and waits until it answers. */
export async function startServer(io: Io, launch: Launch): Promise<string> {
  const { child } = launch();
  const start = watch(child, io);
  try {
    const began = performance.now();
    let isSaid = false;
    while (performance.now() < began + START_DEADLINE_MS) {
      const url = await runningServer(io.env);
      if (url) {
        start.flush();
        const idle = io.env.CAPSTAN_IDLE_EXIT_S || DEFAULT_IDLE_EXIT_S;
        tell(
          io,
          `Started Capstan in the background at ${url}; it ends after ${idle} idle seconds.`,
        );
        return url;
      }
      if (start.failure) throw start.failure;
      if (!isSaid && performance.now() > began + SAY_AFTER_MS) {
        tell(io, "Capstan is starting in the background …");
        isSaid = true;
      }
      await sleep(POLL_MS);
    }
    child.kill();
    const message = `Capstan did not start within ${START_DEADLINE_MS / 1000} seconds. Run "${typed("serve")}" to see why.`;
    throw new CapstanError("SERVER_UNREACHABLE", message);
  } finally {
    release(child);
  }
}

type Start = {
  /** Set when the child ended, or never began, for a reason of its own. */
  failure?: CapstanError;
  /** Passes on a last line that has no end. */
  flush(): void;
};

/** Passes on what the child says while it starts. */
function watch(child: ChildProcess, io: Io): Start {
  let yielded = false;
  let rest = "";
  const pass = (line: string) => {
    if (line.includes(YIELDED)) yielded = true;
    else if (line !== "") tell(io, line);
  };
  const start: Start = {
    flush() {
      pass(rest);
      rest = "";
    },
  };

  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? "";
    lines.forEach(pass);
  });
  child.on("error", (cause) => {
    const message = "Capstan could not be started.";
    start.failure = new CapstanError("SERVER_UNREACHABLE", message, { cause });
  });
  child.on("close", (code) => {
    start.flush();
    if (yielded || start.failure) return;
    const message = `Capstan ended while it started (exit code ${code}).`;
    start.failure = new CapstanError("SERVER_UNREACHABLE", message);
  });
  return start;
}

/** Without this the open pipe and the child would keep this process alive. */
function release(child: ChildProcess): void {
  child.stderr?.destroy();
  child.unref();
}
