import { CapstanError } from "../../base/errors.ts";
import { type Covered, packReads } from "../../features/packs/pack-reads.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Profile } from "../../schema/profile.ts";
import type { Remember } from "../../schema/standing-grant.ts";
import type { Change } from "../../stores/journal.ts";
import { auditOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { grantData, newGrant, STRICT } from "./new-grant.ts";

type Answered = {
  readonly approval: Approval;
  readonly invocation: Invocation;
  readonly profile: Profile;
  readonly actor: Actor;
};

/**
 * The changes that make an answer stand for later calls: of this very input, of the whole tool, or of
 * everything that reads a pack as it is now.
 */
export async function rememberAnswer(
  gate: Gate,
  answered: Answered,
  remember: Remember,
): Promise<Change[]> {
  const { invocation, profile } = answered;
  if (profile === "strict") {
    throw refused(STRICT);
  }
  if (remember.scope === "session" && invocation.sessionId === null) {
    throw refused(`This call belongs to no session: remember it with scope "always", or not.`);
  }
  if (answered.approval.binding.packs !== "") {
    throw refused(
      "A call that an open pack does not list is asked about each time: answer without.",
    );
  }
  if (asksEachTime(answered.approval) && remember.match !== "exact") {
    throw refused('Each call of this tool asks: answer without "remember".');
  }
  return (await coveredBy(gate, answered, remember)).flatMap((covered) =>
    grantOf(gate, answered, remember, covered),
  );
}

function asksEachTime({ toolId }: Approval): boolean {
  return toolId.startsWith("builtin:hub:") || toolId === "system:end_process";
}

async function coveredBy(
  gate: Gate,
  answered: Answered,
  { match }: Remember,
): Promise<readonly Covered[]> {
  const { toolId, binding } = answered.approval;
  if (match === "pack") {
    const reads = await packReads(gate, answered);
    if (reads) return reads;
    throw refused(`Only an answer to a call that reads a pack can be remembered for the pack.`);
  }
  const input = match === "exact" ? binding.input : null;
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

function refused(message: string): CapstanError {
  return new CapstanError("GRANT_REFUSED", message, { details: { field: "remember" } });
}
