import { setTimeout as delay } from "node:timers/promises";
import type { Engine } from "./engine.ts";

const PATIENCE_MS = 5_000;

/** Right after a start, what ships is still being taken in: who looks then would find nothing. */
export async function untilTakenIn({
  foldersTakenIn,
}: Pick<Engine, "foldersTakenIn">): Promise<void> {
  await Promise.race([foldersTakenIn(), delay(PATIENCE_MS, undefined, { ref: false })]);
}
