import type { ApprovalReader } from "../../stores/readers/approval-reader.ts";
import type { ContextReader } from "../../stores/readers/context-reader.ts";
import type { InvocationReader } from "../../stores/readers/invocation-reader.ts";
import type { Store } from "../../stores/store.ts";
import { type JournalStage, withStages } from "./journal-stages.ts";
import { type Protection, protectChange } from "./protect-change.ts";
import { openApproval, openEnd, openInvocation, openLedgerEntry } from "./protect-store-sealing.ts";

/**
 * The one way to everything durable: no known secret reaches the store, records of calls hold
 * nothing that looks like one, and the inputs of a call are readable only through here (X23), in the
 * call and in the question about it alike. What
 * else happens around a commit comes after that, and sees only what is written.
 */
export function protectStore(
  store: Store,
  protection: Protection,
  stages: readonly JournalStage[] = [],
): Store {
  const { redactor } = protection;
  const protect: JournalStage = {
    before: (changes) => changes.map((change) => protectChange(change, protection)),
  };
  return {
    ...store,
    journal: withStages(store.journal, [protect, ...stages]),
    sessions: {
      ...store.sessions,
      messageByCallerId: (sessionId, messageId) =>
        store.sessions.messageByCallerId(sessionId, redactor.hideKnown(messageId)),
    },
    invocations: openInvocations(store.invocations, protection),
    approvals: openApprovals(store.approvals, protection),
    contexts: openContexts(store.contexts, protection),
  };
}

function openApprovals(
  approvals: ApprovalReader,
  { keyring }: Pick<Protection, "keyring">,
): ApprovalReader {
  return {
    async get(id) {
      const approval = await approvals.get(id);
      return approval && openApproval(approval, keyring);
    },
    async getByInvocation(invocationId) {
      const approval = await approvals.getByInvocation(invocationId);
      return approval && openApproval(approval, keyring);
    },
    async list(filter) {
      const { items, total } = await approvals.list(filter);
      return { items: items.map((approval) => openApproval(approval, keyring)), total };
    },
    async listOfDisabled() {
      const pending = await approvals.listOfDisabled();
      return pending.map((approval) => openApproval(approval, keyring));
    },
    async listExpired(now) {
      const expired = await approvals.listExpired(now);
      return expired.map((approval) => openApproval(approval, keyring));
    },
  };
}

function openContexts(
  contexts: ContextReader,
  { keyring }: Pick<Protection, "keyring">,
): ContextReader {
  return {
    ...contexts,
    async get(id) {
      const context = await contexts.get(id);
      return context && openEnd(context, keyring);
    },
    async list(filter) {
      const { items, total } = await contexts.list(filter);
      return { items: items.map((context) => openEnd(context, keyring)), total };
    },
  };
}

function openInvocations(
  invocations: InvocationReader,
  { keyring, redactor }: Protection,
): InvocationReader {
  return {
    async get(id) {
      const invocation = await invocations.get(id);
      return invocation && openInvocation(invocation, keyring);
    },
    async getByMessageId(actor, messageId) {
      const known = redactor.hideKnown(messageId);
      const invocation = await invocations.getByMessageId(actor, known);
      return invocation && openInvocation(invocation, keyring);
    },
    async ledger(invocationId) {
      const entry = await invocations.ledger(invocationId);
      return entry && openLedgerEntry(entry, keyring);
    },
    async turnOf(contextId) {
      const entry = await invocations.turnOf(contextId);
      return entry && openLedgerEntry(entry, keyring);
    },
    async listOpen() {
      const entries = await invocations.listOpen();
      return entries.map((entry) => openLedgerEntry(entry, keyring));
    },
    async listOrphans(owner) {
      const entries = await invocations.listOrphans(owner);
      return entries.map((entry) => openLedgerEntry(entry, keyring));
    },
    async listUnknown() {
      const entries = await invocations.listUnknown();
      return entries.map((entry) => openLedgerEntry(entry, keyring));
    },
  };
}
