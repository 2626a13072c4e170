import { describe, expect, test } from "vitest";
import { Page } from "../../schema/page.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import * as make from "../fixtures.ts";

const page = Page.parse({});
const session = make.makeSession();

/** One of every kind; in this order they all apply to an empty store. */
const everything: readonly Change[] = [
  { type: "agent.add", agent: make.makeAgent() },
  { type: "token.add", token: make.makeToken() },
  { type: "session.add", session },
  { type: "message.accept", message: make.makeMessage() },
  { type: "session.move", session: { ...session, state: "in_progress", version: 2 }, expect: 1 },
  { type: "message.add", message: make.makeMessage({ position: 1, role: "assistant" }) },
  { type: "invocation.put", invocation: make.makeInvocation(), expect: null },
  { type: "ledger.put", entry: make.makeLedgerEntry(), expect: null },
  { type: "approval.put", approval: make.makeApproval(), expect: null },
  { type: "event.add", event: make.makeEvent() },
  { type: "audit.add", entry: make.makeAuditEntry() },
];

/** Finds no row: the session's version is far past the one it expects. */
const stale: Change = { type: "session.move", session, expect: 99 };

async function countAll(store: Store) {
  const { agents, tokens, sessions, invocations, approvals, audit } = store;
  const id = session.id;
  return {
    agents: (await agents.list(page)).total,
    tokens: (await tokens.getByPrincipal("prn_owner")) ? 1 : 0,
    sessions: (await sessions.list(page)).total,
    messages: (await sessions.messages(id, page)).total,
    events: (await sessions.events(id, { ...page, since: 0 })).total,
    invocations: (await invocations.get(make.fixtureId("inv"))) ? 1 : 0,
    ledger: (await invocations.ledger(make.fixtureId("inv"))) ? 1 : 0,
    approvals: (await approvals.list(page)).total,
    audit: (await audit.list(page)).total,
  };
}

const NOTHING = {
  agents: 0,
  tokens: 0,
  sessions: 0,
  messages: 0,
  events: 0,
  invocations: 0,
  ledger: 0,
  approvals: 0,
  audit: 0,
};

export function journalContract(open: () => Promise<Store>): void {
  describe("journal", () => {
    test("what may last later is there at once, and to flush makes it last", async () => {
      const store = await open();
      await store.journal.commit("test.later", [{ type: "session.add", session }], "later");
      expect(await store.sessions.get(session.id)).toEqual(session);
      await store.journal.flush();
      await store.journal.flush();
      expect(await store.sessions.get(session.id)).toEqual(session);
    });

    test("applies every kind of change in one commit", async () => {
      const store = await open();
      await store.journal.commit("test.everything", everything);
      expect(await countAll(store)).toEqual({
        agents: 1,
        tokens: 1,
        sessions: 1,
        messages: 2,
        events: 1,
        invocations: 1,
        ledger: 1,
        approvals: 1,
        audit: 1,
      });
    });

    test("S41: a conflict in the last change leaves nothing of the earlier ones", async () => {
      const store = await open();
      const commit = store.journal.commit("test.conflict", [...everything, stale]);
      await expect(commit).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await countAll(store)).toEqual(NOTHING);
    });

    test("goes on working after a conflict", async () => {
      const store = await open();
      await expect(store.journal.commit("test.conflict", [stale])).rejects.toThrow();
      await store.journal.commit("test.everything", everything);
      expect((await countAll(store)).audit).toBe(1);
    });

    test("takes an empty commit", async () => {
      const store = await open();
      await store.journal.commit("test.empty", []);
      expect(await countAll(store)).toEqual(NOTHING);
    });

    test("answers a ping until it is closed, then says that it is unavailable", async () => {
      const store = await open();
      await store.ping();
      await store.close();
      await expect(store.ping()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await expect(store.journal.commit("test.closed", everything)).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
      });
    });
  });
}
