import { CapstanError } from "../base/errors.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Attempt } from "./call.ts";
import type { Gate } from "./gate.ts";
import { resolveTool } from "./resolve-tool.ts";
import { validateInput } from "./validate-input.ts";

/** The call as it would run now: today's definition, grants, profile and spec, not those of the asking. */
export async function attemptAgain(
  gate: Gate,
  invocation: Invocation,
  rest: Pick<Attempt, "approval" | "ledger" | "signal">,
): Promise<Attempt | CapstanError> {
  try {
    const tool = resolveTool(gate.catalog, invocation.toolId);
    const inputs = validateInput(tool, invocation.inputs);
    const session = invocation.sessionId
      ? await gate.store.sessions.get(invocation.sessionId)
      : undefined;
    // What hooks made of it is what was asked about: they are not asked again.
    const { config, hooks } = await gate.arrangementOf(tool, invocation.sessionId);
    const specFrozenAt = session?.spec?.frozenAt ?? null;
    return {
      tool,
      inputs,
      invocation: { ...invocation, specFrozenAt, specFrozen: specFrozenAt !== null },
      profile: session?.profile ?? gate.policy.profile,
      grants: gate.grantsOf(tool, invocation.sessionId),
      config,
      hooks,
      rewritten: rest.approval?.rewritten ?? null,
      veto: null,
      tainted: await gate.isTainted(tool, inputs, invocation.sessionId),
      stored: rest.ledger?.invocation ? null : invocation.state,
      ...rest,
    };
  } catch (error) {
    if (error instanceof CapstanError) return error;
    throw error;
  }
}
