import * as z from "zod";
import { timestamp } from "../base/clock.ts";
import type { Engine } from "../engine/engine.ts";
import { sessionToken } from "../engine/sessions/resume-session.ts";
import { isSuspended } from "../gate/approvals/find-grant.ts";
import { firstOf } from "../gate/call-feature.ts";
import type { Gate } from "../gate/gate.ts";
import type { People } from "../gate/people/people.ts";
import { Token } from "../schema/actor.ts";
import { Agent } from "../schema/agent.ts";
import { Approval } from "../schema/approval.ts";
import { type SessionPack, sessionPacks } from "../schema/attachment.ts";
import { AuditRecord } from "../schema/audit-record.ts";
import { Capability } from "../schema/capability.ts";
import { SessionEvent } from "../schema/event.ts";
import { Halt } from "../schema/halt.ts";
import { ContentPart, Message } from "../schema/message.ts";
import { Offer } from "../schema/offer.ts";
import { Outcome } from "../schema/outcome.ts";
import { packCapabilityId } from "../schema/pack.ts";
import { Person, Principal } from "../schema/principal.ts";
import { isReservedSecret, Secret } from "../schema/secret.ts";
import { Session } from "../schema/session.ts";
import { Spec } from "../schema/spec.ts";
import { Remember, StandingGrant } from "../schema/standing-grant.ts";
import { Tool } from "../schema/tool.ts";

/** What outsiders see of each noun; field names become snake_case on the wire. */
export const ToolView = Tool;
export const OutcomeView = Outcome;
export const EventView = SessionEvent;
/** A piece of an answer that is being written, or all of it so far: streamed, and never stored. */
export const ModelTextView = z.object({
  type: z.enum(["model.delta", "model.written"]),
  turn: z.int(),
  data: z.object({ text: z.string() }),
  text: z.string(),
});
/** The record itself may have a name as its actor, from before there were ids. */
export const AuditView = AuditRecord.extend({ actor: Person });
export const AgentView = Agent;
export const CapabilityView = Capability;
export const MessageView = Message.omit({
  ...{ position: true, parts: true, intent: true, chosen: true },
}).extend({
  offer: Offer.omit({ sealed: true }).optional(),
  content: z.union([z.string(), z.array(ContentPart).readonly()]),
});
/** What a tool of somebody else said of itself, and what it says now. */
export const DriftView = z.object({
  toolId: z.string(),
  changedAt: z.string(),
  parts: z.array(z.object({ part: z.string(), before: z.json(), after: z.json() })).readonly(),
});

/** `drift`: its tool has changed since an answer about it was remembered. */
export const ApprovalView = Approval.omit({ binding: true }).extend({
  answeredBy: Person.nullable(),
  edited: z.strictObject({ by: Person, inputs: z.json() }).optional(),
  drift: DriftView.optional(),
});
/** A pack of a session. `changed`: the registry has another by now, or none. */
export const SessionPackView = z.object({
  id: z.string(),
  name: z.string(),
  hasToolsJson: z.boolean(),
  toolsEnabled: z.boolean(),
  changed: z.boolean(),
});
export const SpecView = Spec.extend({ frozenBy: Person.nullable() });
export const SessionView = Session.omit({
  lastTurn: true,
  createdBy: true,
  creatorScopes: true,
  attachments: true,
  taintedAt: true,
}).extend({
  spec: SpecView.nullable(),
  resumeToken: z.string(),
  packs: z.array(SessionPackView),
});
/** `isReserved`: the key of a connected model, which nothing else may use. */
export const SecretView = Secret.omit({ bindings: true }).extend({ isReserved: z.boolean() });
export const HaltView = Halt.extend({ by: Person });
export const PrincipalView = Principal.omit({ formerName: true });
/** `name` is that of its principal. */
export const TokenView = Token.omit({ hash: true }).extend({ name: z.string() });
export const GrantView = StandingGrant.omit({ revokedBy: true, revokedAt: true }).extend({
  actor: Person,
  createdBy: Person,
  scope: Remember.shape.scope,
  state: z.enum(["active", "suspended", "expired"]),
});

export function viewSecret({ bindings: _, ...secret }: Secret): z.infer<typeof SecretView> {
  return { ...secret, isReserved: isReservedSecret(secret.name) };
}

export function viewSession(
  engine: Pick<Engine, "gate" | "registries">,
  session: Session,
): z.infer<typeof SessionView> {
  const packs = sessionPacks(session.attachments).map((pack) => viewSessionPack(engine, pack));
  const { spec } = session;
  const frozenBy = showMaybe(engine.gate.people, spec?.frozenBy);
  return {
    ...session,
    spec: spec && { ...spec, frozenBy },
    resumeToken: sessionToken(engine.gate, session),
    packs,
  };
}

export function viewSessionPack(
  { registries }: Pick<Engine, "registries">,
  { id, name, digest, hasToolsJson, toolsEnabled }: SessionPack,
): z.infer<typeof SessionPackView> {
  const own = packCapabilityId(id);
  const now = registries.map((registry) => registry.digestOf?.(own)).find(Boolean);
  return { id, name, hasToolsJson, toolsEnabled, changed: now !== digest };
}

export function viewToken(
  { people }: Pick<Gate, "people">,
  { hash: _, ...token }: Token,
): z.infer<typeof TokenView> {
  return { ...token, name: people.show(token.principalId).name };
}

export function viewPrincipal(
  { people }: Pick<Gate, "people">,
  { formerName: _, ...principal }: Principal,
): z.infer<typeof PrincipalView> {
  return { ...principal, lastSeenAt: people.seenAt(principal.id) ?? principal.lastSeenAt };
}

export function viewHalt({ people }: Pick<Gate, "people">, halt: Halt): z.infer<typeof HaltView> {
  return { ...halt, by: people.show(halt.by) };
}

export function viewRecord(
  { people }: Pick<Gate, "people">,
  record: AuditRecord,
): z.infer<typeof AuditView> {
  return { ...record, actor: people.show(record.actor) };
}

export function viewApproval(
  { people }: Pick<Gate, "people">,
  { binding: _, answeredBy, edited, ...approval }: Approval,
): z.infer<typeof ApprovalView> {
  return {
    ...approval,
    answeredBy: showMaybe(people, answeredBy),
    ...(edited && { edited: { ...edited, by: people.show(edited.by) } }),
  };
}

function showMaybe(people: People, id: string | null | undefined): Person | null {
  return id == null ? null : people.show(id);
}

/** A remembered answer with what it is worth now: a changed tool has suspended it. */
export function viewGrant(
  { gate }: Pick<Engine, "gate">,
  grant: StandingGrant,
): z.infer<typeof GrantView> {
  const isExpired = grant.expiresAt !== null && grant.expiresAt <= timestamp(gate.clock.now());
  const suspended =
    firstOf(gate.features, (feature) => feature.isSuspended?.(grant)) ??
    isSuspended(gate.catalog.getTool(grant.toolId), grant);
  return {
    ...grant,
    actor: gate.people.show(grant.actor),
    createdBy: gate.people.show(grant.createdBy),
    scope: grant.sessionId === null ? "always" : "session",
    state: isExpired ? "expired" : suspended ? "suspended" : "active",
  };
}

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item).readonly(), total: z.int() });
}

/** What was sent in parts is shown in parts. */
export function viewMessage({
  parts,
  intent: _,
  chosen: _chosen,
  offer,
  ...message
}: Message): z.infer<typeof MessageView> {
  const shown = offer && { offer: { options: offer.options } };
  return { ...message, ...shown, content: parts ?? message.content };
}
