import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { MAX_ATTACHED } from "../../engine/sessions/attach-capability.ts";
import { requireSession } from "../../engine/sessions/require-session.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import { sessionEvent } from "../../gate/entries.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Attachment } from "../../schema/attachment.ts";
import {
  type AttachedPack,
  packCapabilityId,
  TOOLS_JSON,
  type WantedPacks,
} from "../../schema/pack.ts";
import type { Session } from "../../schema/session.ts";
import type { Change } from "../../stores/journal.ts";
import { assertMayOpen, closePack, grantsOf, opened, openPack } from "./open-reads.ts";
import type { PackShelf } from "./pack-shelf.ts";
import { PACKS } from "./packs.ts";
import { requireEnabledPack } from "./require-pack.ts";

/**
 * What makes a session have these packs, as they are now. One that it has already stays where it is in
 * the order, and is from now on what it is now: its tools stay enabled if `tools.json` is the same.
 */
export async function packChanges(
  engine: Engine,
  session: Session,
  { attach = [], detach = [], opens: opening }: WantedPacks,
  by: string,
): Promise<Change[]> {
  const { gate } = engine;
  const packShelf = engine.of(PACKS).shelf;
  const opens = opened(opening);
  if (opens) assertMayOpen(gate, session, opens);
  const standing = opens || detach.length > 0 ? await grantsOf(gate, session) : [];
  const grants: Change[] = [];
  const gone = new Set(detach.map(packCapabilityId));
  const next = session.attachments.filter(({ capabilityId }) => !gone.has(capabilityId));
  const attached: Attachment[] = [];
  for (const id of new Set(attach)) {
    const { name, description, entryDoc, hasToolsJson, digest, ...known } = requireEnabledPack(
      engine,
      id,
    );
    const capabilityId = packCapabilityId(id);
    const place = next.findIndex((one) => one.capabilityId === capabilityId);
    if (opens) {
      grants.push(...openPack(gate, session, { id, digest, entryDoc }, { ...opens, standing }));
    }
    const before = next[place]?.pack;
    if (before?.digest === digest && before.entryDoc === entryDoc) continue;
    const toolsEnabled =
      before?.toolsEnabled === true && (await hasSameTools(packShelf, before.digest, digest));
    const pack: AttachedPack = {
      ...{ digest, name, description, entryDoc, hasToolsJson, toolsEnabled },
      ...(known.allowedTools && { allowedTools: [...known.allowedTools] }),
    };
    const attachedAt = timestamp(gate.clock.now());
    const attachment = { capabilityId, attachedBy: by, attachedAt, pack };
    attached.push(attachment);
    if (place === -1) next.push(attachment);
    else next[place] = attachment;
  }
  if (next.length > MAX_ATTACHED) {
    const message = `A session has at most ${MAX_ATTACHED} packs and capabilities of its own. Detach one first.`;
    throw new CapstanError("CAPABILITY_INVALID", message, { details: { field: "attach" } });
  }
  const detached = session.attachments.filter(({ capabilityId }) => gone.has(capabilityId));
  for (const id of new Set(detach)) grants.push(...closePack(gate, session, id, { by, standing }));
  if (attached.length === 0 && detached.length === 0) return grants;
  return [
    ...grants,
    {
      type: "attachments.put",
      sessionId: session.id,
      attachments: next,
      expect: session.attachments,
    },
    ...bundleUses(session.id, next),
    ...detached.flatMap((one) => recordsOf(engine, session, "capability.detached", one, by)),
    ...attached.flatMap((one) => recordsOf(engine, session, "capability.attached", one, by)),
  ];
}

/** While a session has a pack, nobody tidies its files away. */
export function bundleUses(sessionId: string, attachments: readonly Attachment[]): Change[] {
  const usedBy = `session:${sessionId}` as const;
  const digests = new Set(attachments.flatMap(({ pack }) => (pack ? [pack.digest] : [])));
  return [
    { type: "bundle.release", usedBy },
    ...[...digests].map((digest): Change => ({ type: "bundle.use", digest, usedBy })),
  ];
}

export async function changePacks(
  engine: Engine,
  sessionId: string,
  wanted: WantedPacks,
  by: string,
): Promise<Session> {
  return retryConflicts(async () => {
    const session = await requireSession(engine.gate, sessionId);
    const changes = await packChanges(engine, session, wanted, by);
    if (changes.length > 0) await engine.gate.store.journal.commit("packs.change", changes);
    return requireSession(engine.gate, sessionId);
  });
}

function recordsOf(
  { gate }: Engine,
  session: Session,
  type: "capability.attached" | "capability.detached",
  { capabilityId, pack }: Attachment,
  by: string,
): Change[] {
  const data = { capability_id: capabilityId };
  return [
    sessionEvent(gate, session.id, session.turn, type, data),
    sessionAudit(gate, session.id, type, by, { ...data, ...(pack && { digest: pack.digest }) }),
  ];
}

async function hasSameTools(
  shelf: Pick<PackShelf, "files">,
  before: string,
  now: string,
): Promise<boolean> {
  const toolsIn = async (digest: string) =>
    (await shelf.files(digest)).find(({ path }) => path === TOOLS_JSON)?.digest;
  const [old, current] = await Promise.all([toolsIn(before), toolsIn(now)]);
  return old !== undefined && old === current;
}
