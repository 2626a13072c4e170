import { CapstanError } from "../../base/errors.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { Keyring } from "../../base/keyring.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { EventType } from "../../schema/event.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Message } from "../../schema/message.ts";
import type { Change } from "../../stores/journal.ts";
import { clipHuge } from "../audit/clip-huge.ts";
import { hideInSet, hideRemarks, refuseSecretRoot } from "./protect-change-set.ts";
import { endOutputs, sealApproval, sealEnd, sealInvocation } from "./protect-store-sealing.ts";

export type Protection = {
  readonly keyring: Pick<Keyring, "seal" | "open">;
  readonly redactor: Pick<Redactor, "hideKnown" | "redact">;
};

type Protect<T extends Change["type"]> = (
  change: Extract<Change, { type: T }>,
  protection: Protection,
) => Change;

/**
 * Fields that only Capstan itself fills: ids, digests, states, times, and names that came from a
 * token. Every other field, and so every new one, is looked at.
 */
const MADE_BY_CAPSTAN: ReadonlySet<string> = new Set([
  "id",
  "sessionId",
  "agentId",
  "invocationId",
  "approvalId",
  "toolId",
  "type",
  "state",
  "status",
  "attachments",
  "level",
  "role",
  "mode",
  "profile",
  "match",
  "riskLevel",
  "sideEffectTags",
  "scopes",
  "creatorScopes",
  "binding",
  "changed",
  "definition",
  "access",
  "digest",
  "toolDigest",
  "inputDigest",
  "actor",
  "by",
  "owner",
  "createdBy",
  "frozenBy",
  "answeredBy",
  "revokedBy",
  "since",
  "ts",
  "dueAt",
  "createdAt",
  "updatedAt",
  "frozenAt",
  "specFrozenAt",
  "intendedAt",
  "startBefore",
  "answeredAt",
  "expiresAt",
  "endedAt",
  "revokedAt",
]);

/** The same in the data of an audit record, which is written with every call. */
const MADE_BY_CAPSTAN_IN_RECORDS: ReadonlySet<string> = new Set([
  "attempt",
  "duration_ms",
  "effect",
  "input_digest",
  "policy_version",
  "profile",
  "scopes",
  "state",
  "tool_digest",
]);

/** X23: patterns are hidden in what is a record of a call, not in what people and models wrote. */
const EVENTS: Readonly<Record<EventType, "hideKnown" | "redact">> = {
  "session.created": "hideKnown",
  "message.created": "hideKnown",
  "turn.started": "hideKnown",
  "turn.waiting": "hideKnown",
  "turn.paused": "hideKnown",
  "turn.resumed": "hideKnown",
  "turn.completed": "hideKnown",
  "turn.failed": "hideKnown",
  "tool.started": "redact",
  "tool.completed": "redact",
  "approval.requested": "redact",
  "approval.answered": "redact",
  "artifact.created": "hideKnown",
  "spec.changed": "hideKnown",
  "spec.frozen": "hideKnown",
  "capability.attached": "hideKnown",
  "capability.detached": "hideKnown",
};

/** What each kind of change needs before it may be stored; a new kind has to say so. */
const PROTECT: { readonly [T in Change["type"]]: Protect<T> } = {
  "agent.add": (change, { redactor }) =>
    within(change, "agent", hideFields(change.agent, redactor)),
  "agent.put": (change, { redactor }) =>
    within(change, "agent", hideFields(change.agent, redactor)),
  "agent.remove": asItIs,
  "token.add": asItIs,
  "token.revoke": asItIs,
  "principal.add": asItIs,
  "principal.put": asItIs,
  "principal.seen": asItIs,
  "session.add": (change, { redactor }) =>
    within(change, "session", hideFields(change.session, redactor)),
  "session.move": (change, { redactor }) =>
    within(change, "session", hideFields(change.session, redactor)),
  // What the writer read stays what it was.
  "spec.put": (change, { redactor }) => within(change, "spec", hideFields(change.spec, redactor)),
  "session.taint": asItIs,
  "takeover.put": asItIs,
  "takeover.excuse": asItIs,
  // Ids, names that came from a token, and what a bundle says, which no known secret is in.
  "attachments.put": asItIs,
  "message.accept": (change, { redactor }) =>
    within(change, "message", hideFields(change.message, redactor)),
  "message.add": (change, protection) =>
    within(change, "message", protectMessage(change.message, protection)),
  "position.expect": asItIs,
  "invocation.put": (change, protection) =>
    within(change, "invocation", protectInvocation(change.invocation, protection)),
  // The approver sees all that will run, but for known secrets; the database shows none of it.
  "approval.put": (change, { keyring, redactor }) =>
    within(change, "approval", sealApproval(hideFields(change.approval, redactor), keyring)),
  "ledger.put": (change, protection) => {
    const { invocation } = change.entry;
    if (!invocation) return change;
    return within(
      change,
      "entry",
      within(change.entry, "invocation", protectInvocation(invocation, protection)),
    );
  },
  "ledger.clear": asItIs,
  "grant.add": (change, { redactor }) =>
    within(change, "grant", hideFields(change.grant, redactor)),
  "grant.revoke": asItIs,
  "opening.add": (change, { redactor }) => {
    refuseSecretRoot(change.opening.root, redactor);
    return change;
  },
  "opening.remove": asItIs,
  "opening.expect": asItIs,
  "secret.put": asItIs,
  "secret.remove": asItIs,
  "halt.set": (change, { redactor }) => within(change, "halt", hideFields(change.halt, redactor)),
  "halt.lift": asItIs,
  "halt.expect": asItIs,
  // Ids and digests.
  "tool.seen": (change, { redactor }) => within(change, "tool", hideFields(change.tool, redactor)),
  // The names of tools stand in their listings, which hide what is known to be secret.
  "tool_name.give": asItIs,
  "awaited.add": asItIs,
  "awaited.remove": asItIs,
  "awaited.expire": asItIs,
  "listing.put": (change, { redactor }) =>
    within(change, "listing", hideFields(change.listing, redactor)),
  "listing.remove": asItIs,
  "mcp_server.put": (change, { redactor }) =>
    within(change, "server", hideFields(change.server, redactor)),
  "mcp_server.remove": asItIs,
  "capability.put": (change, { redactor }) =>
    within(change, "custom", hideFields(change.custom, redactor)),
  "capability.remove": asItIs,
  "capability.expect": asItIs,
  "folder.put": (change, { redactor }) =>
    within(change, "folder", hideFields(change.folder, redactor)),
  "folder.approve": asItIs,
  "folder.remove": asItIs,
  "hub.put": (change, { redactor }) => within(change, "hub", hideFields(change.hub, redactor)),
  "hub_key.put": (change, { redactor }) =>
    within(change, "pinned", hideFields(change.pinned, redactor)),
  "hub_key.remove": asItIs,
  "hub_install.put": (change, { redactor }) =>
    within(change, "install", hideFields(change.install, redactor)),
  "hub_install.remove": asItIs,
  // X23: a working memory is a record of what happened, so that patterns are hidden in it as well.
  // A repeated call is answered as the first one was: only known secrets are taken out of that.
  "context.put": (change, { keyring, redactor }) => {
    const { context } = change;
    const hidden = rewriteFields(context, redactor.redact);
    const outputs = redactor.hideKnown(endOutputs(context) ?? null);
    return within(change, "context", sealEnd(hidden, outputs, keyring));
  },
  "context.expect": asItIs,
  "context.ensure": (change, { redactor }) =>
    within(change, "context", rewriteFields(change.context, redactor.redact)),
  "context.note": (change, { redactor }) =>
    within(change, "event", within(change.event, "payload", redactor.redact(change.event.payload))),
  "fact.put": (change, { redactor }) =>
    within(change, "fact", within(change.fact, "value", redactor.redact(change.fact.value))),
  "fact.remove": asItIs,
  "facts.expire": asItIs,
  // Inputs and result are sealed by who writes them.
  "delegation.put": (change, { redactor }) =>
    within(change, "delegation", hideFields(change.delegation, redactor)),
  "delegation.move": (change, { redactor }) =>
    within(change, "delegation", hideFields(change.delegation, redactor)),
  "file.put": asItIs,
  "file.remove": asItIs,
  "workspace.take": asItIs,
  "workspace.renew": asItIs,
  "workspace.release": asItIs,
  "change_set.add": (change, { redactor }) =>
    within(change, "set", hideInSet(change.set, redactor)),
  "change_set.move": (change, { redactor }) =>
    within(change, "conflicts", hideRemarks(change.conflicts, redactor)),
  // Only a folder that has a change set is locked.
  "folder_lock.take": asItIs,
  "folder_lock.renew": asItIs,
  "folder_lock.release": asItIs,
  // Contents are kept as they are (X23); who writes them hides known secrets first.
  "blob.put": asItIs,
  "blob.name": asItIs,
  "blob.drop": asItIs,
  "blobs.sweep": asItIs,
  "bundle.put": (change, { redactor }) => {
    // Its digest stands for its paths: they cannot be changed.
    const paths = change.bundle.files.map(({ path }) => path);
    if (redactor.hideKnown(paths) === paths) return change;
    const message = "The name of a file holds a secret. Rename it.";
    throw new CapstanError("BUNDLE_INVALID", message);
  },
  "bundle.use": asItIs,
  "bundle.release": asItIs,
  "bundles.sweep": asItIs,
  "session.erase": asItIs,
  "note.put": (change, { redactor }) => within(change, "value", redactor.hideKnown(change.value)),
  "delivery.add": (change, { redactor }) =>
    within(change, "delivery", hideFields(change.delivery, redactor)),
  "delivery.put": (change, { redactor }) =>
    within(change, "delivery", hideFields(change.delivery, redactor)),
  "delivery.remove": asItIs,
  // Signed: it holds hashes and the names of streams.
  "checkpoint.add": asItIs,
  "event.add": (change, { redactor }) => {
    const { event } = change;
    const way = EVENTS[event.type];
    const data = way === "redact" ? clipHuge(redactor, event.data) : event.data;
    return within(change, "event", within(event, "data", redactor[way](data)));
  },
  "audit.add": (change, { redactor }) => {
    const { entry } = change;
    return within(change, "entry", within(entry, "data", redactRecord(entry.data, redactor)));
  },
};

/** The change as it may be stored. The very same one when there is nothing to hide. */
export function protectChange<T extends Change["type"]>(
  change: Extract<Change, { type: T }>,
  protection: Protection,
): Change {
  const type: T = change.type;
  const protect: Protect<T> = PROTECT[type];
  return protect(change, protection);
}

/** The inputs are sealed, not hidden: what was approved is what runs. */
function protectInvocation(invocation: Invocation, { keyring, redactor }: Protection): Invocation {
  const sealed = sealInvocation(invocation, keyring);
  return rewriteFields(sealed, (value) =>
    value === sealed.inputs ? value : redactor.hideKnown(value),
  );
}

/** A call that was not made yet runs with what the model wrote, not with what is shown of it. */
function protectMessage(message: Message, { keyring, redactor }: Protection): Message {
  const shown = sealPlan(hideFields(message, redactor), message, keyring);
  const hidden = (["offer", "chosen"] as const).reduce(
    (hiding, field) => sealCards(hiding, message, field, keyring),
    shown,
  );
  if (!hidden.toolCalls || hidden.toolCalls === message.toolCalls) return hidden;
  const toolCalls = hidden.toolCalls.map((call, index) => {
    const { id, input } = message.toolCalls?.[index] ?? call;
    if (redactor.hideKnown(input) === input) return call;
    return { ...call, sealedInput: keyring.seal(JSON.stringify(input), id) };
  });
  return { ...hidden, toolCalls };
}

/** The same for the steps of a plan that come later. */
function sealPlan(
  hidden: Message,
  { id, intent }: Message,
  keyring: Protection["keyring"],
): Message {
  if (!hidden.intent || !intent?.plan || hidden.intent === intent) return hidden;
  const sealedPlan = keyring.seal(JSON.stringify(intent.plan), id);
  return { ...hidden, intent: { ...hidden.intent, sealedPlan } };
}

/** The same for the cards of a question, and for the chosen one. */
function sealCards(
  hidden: Message,
  message: Message,
  field: "offer" | "chosen",
  keyring: Protection["keyring"],
): Message {
  const [shown, exact] = [hidden[field], message[field]];
  if (!shown || !exact || shown === exact) return hidden;
  const sealed = keyring.seal(JSON.stringify(exact.options), message.id);
  return { ...hidden, [field]: { ...shown, sealed } };
}

function redactRecord(data: JsonObject, { redact }: Pick<Redactor, "redact">): JsonObject {
  // Without a prototype: a key `__proto__` stays a key.
  const told: JsonObject = Object.create(null);
  for (const key of Object.keys(data)) {
    if (!MADE_BY_CAPSTAN_IN_RECORDS.has(key)) told[key] = data[key] as JsonValue;
  }
  return redact(told) === told ? data : redact(data);
}

function asItIs(change: Change): Change {
  return change;
}

function within<T extends object, K extends keyof T>(whole: T, key: K, part: T[K]): T {
  return whole[key] === part ? whole : { ...whole, [key]: part };
}

function hideFields<T extends object>(record: T, { hideKnown }: Pick<Redactor, "hideKnown">): T {
  return rewriteFields(record, hideKnown);
}

function rewriteFields<T extends object>(record: T, hide: (value: JsonValue) => JsonValue): T {
  const fields = record as JsonObject;
  let copy: JsonObject | undefined;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === null || value === undefined || MADE_BY_CAPSTAN.has(name)) continue;
    const hidden = hide(value);
    if (hidden === value) continue;
    copy ??= { ...fields };
    copy[name] = hidden;
  }
  return copy ? (copy as T) : record;
}
