import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Profile } from "../../schema/profile.ts";
import type { Remember } from "../../schema/standing-grant.ts";
import type { Change } from "../../stores/journal.ts";
import type { Covered } from "../call-feature.ts";
import { auditOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { grantData, grantRefused, newGrant, STRICT } from "./new-grant.ts";

type Answered = {
  readonly approval: Approval;
  readonly invocation: Invocation;
  readonly profile: Profile;
  readonly actor: Actor;
};

/** The changes that make an answer stand for later calls: of this very input, of the whole tool, or more. */
export async function rememberAnswer(
  gate: Gate,
  answered: Answered,
  remember: Remember,
): Promise<Change[]> {
  const { invocation, profile } = answered;
  if (profile === "strict") {
    throw grantRefused(STRICT);
  }
  if (remember.scope === "session" && invocation.sessionId === null) {
    throw grantRefused(`This call belongs to no session: remember it with scope "always", or not.`);
  }
  return (await coveredBy(gate, answered, remember)).flatMap((covered) =>
    grantOf(gate, answered, remember, covered),
  );
}

async function coveredBy(
  gate: Gate,
  answered: Answered,
  remember: Remember,
): Promise<readonly Covered[]> {
  const { toolId, binding } = answered.approval;
  for (const feature of gate.features) {
    const covered = await feature.remember?.(answered, remember);
    if (covered) return covered;
  }
  if (remember.match === "pack") {
    throw grantRefused(
      "Only an answer to a call that reads a pack can be remembered for the pack.",
    );
  }
  const input = remember.match === "exact" ? binding.input : null;
  return [{ toolId, definition: binding.definition, input }];
}

function grantOf(
  gate: Gate,
  { approval, invocation, actor }: Answered,
  remember: Remember,
  covered: Covered,
): Change[] {
  const grant = newGrant(
    gate,
    {
      ...covered,
      access: approval.binding.access,
      match: remember.match,
      sessionId: remember.scope === "session" ? invocation.sessionId : null,
      actor: invocation.actor,
      approvalId: approval.id,
      expiresInS: remember.expiresInS,
    },
    actor,
  );
  const data = { ...grantData(grant), approval_id: approval.id };
  return [{ type: "grant.add", grant }, auditOf(gate, invocation, "grant.created", data, actor.id)];
}
