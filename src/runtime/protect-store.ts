import type { InvocationReader } from "../ports/invocation-reader.ts";
import type { Store } from "../ports/store.ts";
import { type Protection, protectChange } from "./protect-change.ts";
import { openInvocation, openLedgerEntry } from "./protect-store-sealing.ts";

/**
 * The one way to everything durable: no known secret reaches the store, records of calls hold
 * nothing that looks like one, and the inputs of a call are readable only through here (X23).
 */
export function protectStore(store: Store, protection: Protection): Store {
  const { redactor } = protection;
  return {
    ...store,
    journal: {
      ...store.journal,
      commit: (step, changes, durable) =>
        store.journal.commit(
          step,
          changes.map((change) => protectChange(change, protection)),
          durable,
        ),
    },
    sessions: {
      ...store.sessions,
      messageByCallerId: (sessionId, messageId) =>
        store.sessions.messageByCallerId(sessionId, redactor.hideKnown(messageId)),
    },
    invocations: openInvocations(store.invocations, protection),
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
