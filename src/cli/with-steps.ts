import type { Client } from "./client.ts";
import type { CommandContext } from "./command.ts";
import { tell } from "./tell.ts";

const EVERY_MS = 1_000;

/** Says on stderr how far the hub has come, from a second on: nobody should wonder whether it hangs. */
export async function withSteps<T>(
  { io }: CommandContext,
  client: Client,
  what: string,
  work: Promise<T>,
): Promise<T> {
  let last = "";
  const look = async () => {
    const { body } = await client.request("GET /v1/hub/steps");
    const step = body.steps.find((one) => one.what === what);
    if (!step) return;
    const far = step.total === null ? "" : ` (${step.done} of ${step.total})`;
    const line = `${step.says}${far} …`;
    if (line !== last) tell(io, line);
    last = line;
  };
  // Whether somebody can be told changes nothing of the work itself.
  const timer = setInterval(() => void look().catch(() => {}), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
