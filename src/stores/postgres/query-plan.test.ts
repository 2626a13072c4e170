import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import type { Change } from "../../ports/journal.ts";
import type { Store } from "../../ports/store.ts";
import { Page } from "../../schema/page.ts";
import * as make from "../../testing/fixtures.ts";
import { seal } from "../../testing/store-contract/test-sealer.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createPostgresStore } from "./open-postgres-store.ts";

const page = Page.parse({});

/** The ledger holds only what is open, secrets and tools are few, and of the halt there is one. */
const SMALL = /Seq Scan on (ledger|secrets|seen_tools|halt|custom_capabilities)\b/;

/** The records that a step itself adds are sorted, and the grants of one actor for one tool. */
const FEW_SORTED = /insert into audit|from standing_grants where.*union all/s;

/** Steps that walk a whole table or sort, in every statement that `ask` leads to. */
async function findSlowSteps(ask: (store: Store) => Promise<unknown>): Promise<readonly string[]> {
  const db = openDatabase(await emptySchema());
  onTestFinished(() => db.close());
  await migrate(db, MIGRATIONS);
  const statements = new Set<string>();
  const note =
    <Values extends unknown[], Result>(run: (text: string, ...values: Values) => Result) =>
    (text: string, ...values: Values): Result => {
      statements.add(text);
      return run(text, ...values);
    };
  const recording: Database = {
    ...db,
    all: note(db.all) as Database["all"],
    get: note(db.get) as Database["get"],
    commit(queries) {
      for (const { text } of queries) statements.add(text);
      return db.commit(queries);
    },
  };
  await ask(createPostgresStore(recording));
  return db.use(async ({ exec, all }) => {
    // The tables are empty: without this the planner would rather walk them.
    await exec("set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off");
    const slow: string[] = [];
    for (const sql of statements) {
      const plan = await all<{ "QUERY PLAN": string }>(`explain (generic_plan) ${sql}`);
      const steps = plan.map((row) => row["QUERY PLAN"].trim().replace(/\s*\(.*/, ""));
      const isSlow = FEW_SORTED.test(sql) ? /Seq Scan on/ : /Seq Scan on|Sort$/;
      slow.push(...steps.filter((step) => isSlow.test(step) && !SMALL.test(step)));
    }
    await exec("reset all");
    return slow;
  });
}

const session = make.makeSession();

const turn: readonly Change[] = [
  { type: "message.accept", message: make.makeMessage() },
  { type: "session.move", session: { ...session, version: 2 }, expect: 1 },
  { type: "message.add", message: make.makeMessage({ position: 1 }) },
  { type: "invocation.put", invocation: make.makeInvocation(), expect: null },
  { type: "approval.put", approval: make.makeApproval(), expect: null },
  { type: "ledger.put", entry: make.makeLedgerEntry(), expect: null },
  { type: "event.add", event: make.makeEvent() },
  { type: "event.add", event: make.makeEvent() },
  { type: "audit.add", entry: make.makeAuditEntry() },
];

describe("query plans", () => {
  test("every statement of a turn is served by an index", async () => {
    const slow = await findSlowSteps(async (store) => {
      const { journal, sessions, agents, tokens, invocations, approvals, grants } = store;
      await journal.commit("test.session", [{ type: "session.add", session }]);
      await journal.commit("test.turn", turn);
      await journal.commit("test.call", [
        { type: "invocation.put", invocation: make.makeInvocation(), expect: "in_progress" },
        { type: "approval.put", approval: make.makeApproval(), expect: "pending" },
        { type: "audit.add", entry: make.makeAuditEntry({ stream: "actor:owner" }) },
        { type: "audit.add", entry: make.makeAuditEntry() },
        {
          type: "ledger.clear",
          invocationId: make.fixtureId("inv"),
          expect: make.makeLedgerEntry(),
        },
      ]);
      await tokens.getByHash("a");
      await agents.get("a");
      await sessions.get(session.id);
      await sessions.listUnfinished();
      await sessions.conversation(session.id, 1);
      await sessions.messageByCallerId(session.id, "m");
      await sessions.messages(session.id, { ...page, turn: 1 });
      await sessions.messages(session.id, page);
      await sessions.events(session.id, { ...page, since: 1 });
      await invocations.get("inv");
      await invocations.getByMessageId("owner", "m");
      await invocations.ledger("inv");
      await invocations.listOrphans("me");
      await invocations.listUnknown();
      await approvals.getByInvocation("inv");
      await approvals.listExpired(make.fixtureTime());
      await grants.listFor("tool", "owner", session.id);
      const { contexts, files } = store;
      await journal.commit("test.memory", [
        { type: "context.put", context: make.makeContext(), expect: null },
        { type: "context.note", event: make.makeContextEvent() },
        { type: "fact.put", fact: make.makeFact() },
        { type: "facts.expire", now: make.fixtureTime() },
      ]);
      await contexts.get("ctx");
      await contexts.events("ctx");
      await contexts.eventByMessageId("ctx", "m");
      await contexts.facts("ctx", make.fixtureTime(), "b");
      await files.get(session.id, "/a");
      await files.list(session.id, "/", { deep: true, after: "", limit: 9 });
      await files.list(session.id, "/", { deep: false, after: "", limit: 9 });
      await files.chunk("sha256:a", 0);
    });
    expect(slow).toEqual([]);
  });

  test("what is asked for every few seconds is served by one too", async () => {
    const slow = await findSlowSteps(async (store) => {
      await store.journal.commit("test.audit", [
        { type: "audit.add", entry: make.makeAuditEntry() },
        { type: "audit.add", entry: make.makeAuditEntry({ stream: "system" }) },
      ]);
      await seal(store);
      await store.audit.unsealedHeads();
      await store.deliveries.listDue(make.fixtureTime());
    });
    expect(slow).toEqual([]);
  });

  test("what a person asks about one session or about open approvals is served by one too", async () => {
    const slow = await findSlowSteps(async ({ approvals, audit, grants }) => {
      await grants.list({ ...page, sessionId: "session_1" });
      await approvals.list({ ...page, state: "pending" });
      await approvals.list({ ...page, sessionId: "session_1" });
      await approvals.list({ ...page, sessionId: "session_1", state: "used" });
      await audit.list({ ...page, sessionId: "session_1" });
      await audit.list({ ...page, invocationId: "inv_1" });
      await audit.stretch("actor:owner", 1, 2);
      await audit.checkpointOf("actor:owner", 1);
    });
    expect(slow).toEqual([]);
  });
});
