import { timestamp } from "../../base/clock.ts";
import { digest } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonValue } from "../../base/json.ts";
import { sessionAudit } from "../../gate/audit/system-audit.ts";
import { sessionEvent } from "../../gate/entries.ts";
import type { Actor } from "../../schema/actor.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { Session } from "../../schema/session.ts";
import type { Spec } from "../../schema/spec.ts";
import type { Engine } from "../engine.ts";

/** Writes down what the session is about to do. A spec that was frozen is thawed by any change. */
export async function putSpec(
  engine: Engine,
  session: Session,
  content: JsonValue,
  actor: Actor,
): Promise<Session> {
  const contentDigest = digest(content);
  if (session.spec?.digest === contentDigest) return session;
  const updatedAt = timestamp(engine.gate.clock.now());
  const spec = { content, digest: contentDigest, frozenAt: null, frozenBy: null, updatedAt };
  return store(engine, session, spec, actor, "spec.changed");
}

/** A person says that this is what may be done: the digest is what they saw. */
export async function freezeSpec(
  engine: Engine,
  session: Session,
  expected: string | undefined,
  actor: Actor,
): Promise<Session> {
  const { spec } = session;
  if (!spec) throw new CapstanError("SPEC_MISSING", "Write a spec first: PUT …/spec.");
  if (expected !== undefined && expected !== spec.digest) {
    throw new CapstanError("STATE_CONFLICT", "The spec has changed meanwhile. Please refresh.", {
      details: { field: "digest", digest: spec.digest },
    });
  }
  if (spec.frozenAt !== null) return session;
  const now = timestamp(engine.gate.clock.now());
  const frozen = { ...spec, frozenAt: now, frozenBy: actor.id };
  return store(engine, session, frozen, actor, "spec.frozen");
}

async function store(
  { gate }: Engine,
  session: Session,
  spec: Spec,
  actor: Actor,
  type: Extract<AuditType, "spec.changed" | "spec.frozen">,
): Promise<Session> {
  const data = { digest: spec.digest };
  await gate.store.journal.commit(type, [
    { type: "spec.put", sessionId: session.id, spec, expect: session.spec },
    sessionEvent(gate, session.id, session.turn, type, data),
    sessionAudit(gate, session.id, type, actor.id, data),
  ]);
  return { ...session, spec };
}
