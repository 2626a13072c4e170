import type { Engine } from "../../engine/engine.ts";
import type { HubCall } from "./hub.ts";
import type { HubStep } from "./installs/hub-parts.ts";
import { HUB } from "./installs/hub-parts.ts";

/** Says how far it is, for as long as it takes. */
export async function tracked<T>(
  { of }: Pick<Engine, "of">,
  what: string,
  signal: AbortSignal,
  work: (call: HubCall) => Promise<T>,
): Promise<T> {
  const { steps } = of(HUB);
  let step: HubStep = { what, says: "Starting", done: 0, total: null };
  steps.add(step);
  try {
    return await work({
      signal,
      onProgress: (now) => {
        steps.delete(step);
        step = { what, ...now };
        steps.add(step);
      },
    });
  } finally {
    steps.delete(step);
  }
}
