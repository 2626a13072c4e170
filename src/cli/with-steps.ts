import type { Client } from "./client.ts";
import type { CommandContext } from "./command.ts";
import { visible } from "./visible.ts";

const EVERY_MS = 1_000;

/** Says on stderr how far the hub has come, from a second on: nobody should wonder whether it hangs. */
export async function withSteps<T>(
  { io }: CommandContext,
  client: Client,
  what: string,
  work: Promise<T>,
): Promise<T> {
  let last = "";
  const tell = async () => {
    const { body } = await client.request("GET /v1/hub/steps");
    const step = body.steps.find((one) => one.what === what);
    if (!step) return;
    const far = step.total === null ? "" : ` (${step.done} of ${step.total})`;
    const line = visible(`${step.says}${far} …`);
    if (line !== last) io.err(line);
    last = line;
  };
  // Whether somebody can be told changes nothing of the work itself.
  const timer = setInterval(() => void tell().catch(() => {}), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
