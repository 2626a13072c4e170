import type { JsonValue } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { wouldAsk } from "../../gate/approvals/would-ask.ts";
import { directCall } from "../../gate/direct-call.ts";
import { openAttempt } from "../../gate/open-attempt.ts";
import { preview } from "../../gate/preview.ts";
import type { Session } from "../../schema/session.ts";
import type { NextStep } from "./next-steps.ts";

type Foreseen = { readonly step: string; readonly shown: JsonValue };

/**
 * What these steps would do, where only a person lets them run, even dry: the same preview that this
 * person would be shown (I35). Empty when they are called as they are.
 */
export async function foreseen(
  { gate }: Engine,
  session: Session,
  steps: readonly NextStep[],
): Promise<readonly Foreseen[]> {
  const actor = { name: session.createdBy, scopes: session.creatorScopes };
  const callOf = ({ tool: { toolId }, inputs }: NextStep, dryRun: boolean) =>
    directCall(gate, { toolId, inputs, actor, dryRun }, { ...session, mode: "execution" });
  if (steps.some(({ tool }) => tool.behaviour.readOnly)) return [];
  const asking = await Promise.all(steps.map((step) => wouldAsk(gate, callOf(step, true))));
  if (!asking.includes(true)) return [];
  const seen = await Promise.all(
    steps.map(async (next) => preview(gate, await openAttempt(gate, callOf(next, false)))),
  );
  // Nothing to be seen without a person's word, such as a folder that is not open: they are asked.
  if (!seen.some(Boolean)) return [];
  return steps.map(({ step: { id } }, index) => ({ step: id, shown: seen[index]?.shown ?? null }));
}
