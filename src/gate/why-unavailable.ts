import { whyElsewhere } from "./access/judge-access.ts";
import type { Attempt } from "./call.ts";
import type { Gate } from "./gate.ts";

/** Why a call cannot run here and now, though it may: its source is away, or its folder elsewhere. */
export function whyUnavailable(gate: Gate, attempt: Attempt): string | undefined {
  return gate.catalog.whyUnavailable(attempt) ?? whyElsewhere(attempt, gate.folders.machine);
}
