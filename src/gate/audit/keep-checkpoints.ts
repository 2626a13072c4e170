import type { Checkpoint } from "../../schema/checkpoint.ts";
import type { AuditReader } from "../../stores/readers/audit-reader.ts";
import type { CheckpointKeeper } from "./checkpoint-keeper.ts";

const BATCH = 500;

type Keeping = {
  /** Appends what is not kept yet, whoever sealed it. Never throws: sealing goes on. */
  keep(): Promise<void>;
  /** Those that were kept: all that no later one follows from. Never throws. */
  read(): Promise<{ checkpoints: readonly Checkpoint[]; place: string; problem?: string }>;
  /** Why the last attempt to keep them failed; undefined when it did not. */
  readonly problem: string | undefined;
};

/** Brings a keeper up to what the log has. A new one begins with the newest checkpoint. */
export function keepCheckpoints(
  audit: Pick<AuditReader, "lastCheckpoint" | "checkpointsFrom">,
  keeper: CheckpointKeeper,
  report: (error: unknown) => void,
): Keeping {
  let through: number | undefined;
  let problem: string | undefined;

  async function bringUp(): Promise<void> {
    through ??= await newestKept();
    for (let found = BATCH; found === BATCH; ) {
      const checkpoints = await audit.checkpointsFrom(through + 1, BATCH);
      if (checkpoints.length > 0) await keeper.append(checkpoints);
      through = checkpoints.at(-1)?.sequence ?? through;
      found = checkpoints.length;
    }
  }

  async function newestKept(): Promise<number> {
    const kept = (await keeper.read()).map(({ sequence }) => sequence);
    if (kept.length > 0) return Math.max(...kept);
    return Math.max(0, ((await audit.lastCheckpoint())?.sequence ?? 0) - 1);
  }

  return {
    async keep() {
      try {
        await bringUp();
        problem = undefined;
      } catch (error) {
        const reason = reasonOf(error);
        if (problem !== reason) report(error);
        problem = reason;
      }
    },
    async read() {
      const { place } = keeper;
      try {
        const checkpoints = await keeper.read();
        return { checkpoints, place, ...(problem !== undefined && { problem }) };
      } catch (error) {
        return { checkpoints: [], place, problem: reasonOf(error) };
      }
    },
    get problem() {
      return problem;
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
