import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { accessDigest } from "../../gate/approvals/binding.ts";
import { grantData, newGrant, STRICT } from "../../gate/approvals/new-grant.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Actor } from "../../schema/actor.ts";
import {
  type AttachedPack,
  ENABLE_TOOLS,
  PACK_READS,
  PACKS_CAPABILITY,
  type PackOpening,
} from "../../schema/pack.ts";
import { profileInForce } from "../../schema/profile.ts";
import type { Session } from "../../schema/session.ts";
import type { StandingGrant } from "../../schema/standing-grant.ts";
import type { Change } from "../../stores/journal.ts";
import { bindToPack } from "./bind-to-pack.ts";

const MOST_GRANTS = 2_000;

type Opened = Pick<AttachedPack, "digest" | "entryDoc"> & { readonly id: string };

/** Undefined where each call asks. */
export function opened(wanted: PackOpening | undefined) {
  if (!wanted?.reads && !wanted?.tools) return undefined;
  const { by, reads, tools } = wanted;
  return { by, toolIds: [...(reads ? PACK_READS : []), ...(tools ? [ENABLE_TOOLS] : [])] };
}

type Opener = NonNullable<ReturnType<typeof opened>>;

/** Who may open packs, and where: as for an answer to a call that reads one. */
export function assertMayOpen(gate: Gate, session: Session, { by: { scopes } }: Opener): void {
  if (!scopes.includes("approve")) {
    throw new CapstanError(
      "SCOPE_MISSING",
      'Opening a pack needs a key with the scope "approve".',
      {
        details: { scope: "approve" },
      },
    );
  }
  if (profileInForce(session, gate.policy.profile) === "strict") {
    throw new CapstanError("GRANT_REFUSED", STRICT);
  }
}

/**
 * Makes attaching an answer: these calls for this pack, as the session attaches it, no longer ask. It
 * is the grant that an answer to the first of them would leave, so policy judges it at each call.
 */
export function openPack(
  gate: Gate,
  session: Session,
  pack: Opened,
  { by, toolIds, standing }: Opener & { readonly standing: readonly StandingGrant[] },
): Change[] {
  const { access } = gate.access.of(PACKS_CAPABILITY, session.id);
  return toolIds.flatMap((toolId): Change[] => {
    const entry = gate.catalog.getEntry(toolId);
    if (!entry) return [];
    const wanted = {
      toolId,
      definition: bindToPack(entry, pack).tool.digest,
      access: accessDigest({ access, config: {} }),
      match: "pack" as const,
      input: pack.id,
      sessionId: session.id,
      actor: session.createdBy,
    };
    if (standing.some((grant) => isSame(grant, wanted, by))) return [];
    const grant = newGrant(gate, { ...wanted, approvalId: "" }, by);
    const data = { ...grantData(grant), tool_id: toolId, pack_id: pack.id };
    return [
      { type: "grant.add", grant },
      sessionAudit(gate, session.id, "grant.created", by.id, data),
    ];
  });
}

/** The calls for a pack that a session no longer has ask again once it is attached anew. */
export function closePack(
  gate: Gate,
  session: Session,
  packId: string,
  { by, standing }: { readonly by: string; readonly standing: readonly StandingGrant[] },
): Change[] {
  const revokedAt = timestamp(gate.clock.now());
  return standing
    .filter(({ match, input }) => match === "pack" && input === packId)
    .flatMap(({ id, toolId }): Change[] => [
      { type: "grant.revoke", id, revokedBy: by, revokedAt },
      sessionAudit(gate, session.id, "grant.revoked", by, {
        grant_id: id,
        tool_id: toolId,
        pack_id: packId,
      }),
    ]);
}

/** Remembered answers of one session that were not revoked. */
export async function grantsOf(
  { store }: Gate,
  { id }: Session,
): Promise<readonly StandingGrant[]> {
  const page = { sessionId: id, limit: MOST_GRANTS, offset: 0 };
  return (await store.grants.list(page)).items;
}

type Key = "toolId" | "definition" | "access" | "match" | "input" | "actor";
const KEYS: readonly Key[] = ["toolId", "definition", "access", "match", "input", "actor"];

function isSame(grant: StandingGrant, wanted: Pick<StandingGrant, Key>, by: Actor): boolean {
  return grant.createdBy === by.id && KEYS.every((key) => grant[key] === wanted[key]);
}
