import { setTimeout as delay } from "node:timers/promises";
import { EXIT } from "../cli/exit-code.ts";

type Running = {
  /** Puts on record why the process ends. */
  noteFault(error: unknown): Promise<void>;
  stop(): Promise<void>;
};

/** Signals end this process in order; once it runs, an error that nothing caught does so too. */
export function createEnding(report: (error: unknown) => void) {
  const { promise: told, resolve } = Promise.withResolvers<{ readonly error: unknown } | null>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve(null));
  return {
    stop: () => resolve(null),
    /**
     * Resolves with the exit code. After such an error the process does not go on, because its memory
     * may be wrong. Calls that run have this long to finish; nothing is lost when they are cut off.
     */
    async of(running: Running, drainMs: number): Promise<number> {
      process.on("uncaughtException", (error) => {
        report(error);
        resolve({ error });
      });
      const fault = await told;
      const end = async () => {
        if (fault) await running.noteFault(fault.error).catch(report);
        await running.stop();
      };
      await Promise.race([end(), delay(drainMs)]);
      return fault ? EXIT.failed : EXIT.done;
    },
  };
}
