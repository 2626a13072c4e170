import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { Page } from "../schema/page.ts";
import * as make from "../testing/fixtures.ts";
import { makeChangeSet, makeMove } from "../testing/make-change-set.ts";
import { makeFolder } from "../testing/make-folder.ts";
import { makeHubInstall, makePinnedKey, makeStoredHub } from "../testing/make-hub.ts";
import { seal } from "../testing/store-contract/test-sealer.ts";
import type { Change } from "./journal.ts";
import * as postgres from "./postgres/database.ts";
import { migrate as migratePostgres } from "./postgres/migrate.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";
import { createPostgresStore } from "./postgres/open-postgres-store.ts";
import * as sqlite from "./sqlite/database.ts";
import { migrate as migrateSqlite } from "./sqlite/migrate.ts";
import { MIGRATIONS as SQLITE_MIGRATIONS } from "./sqlite/migrations.ts";
import { createSqliteStore } from "./sqlite/open-sqlite-store.ts";
import { createWriteLog } from "./sqlite/write-log.ts";
import type { Store } from "./store.ts";

type Ask = (store: Store) => Promise<unknown>;

/** Steps that walk a whole table or sort, in every statement that `ask` leads to. */
type FindSlowSteps = (ask: Ask) => Promise<readonly string[]>;

/**
 * In SQLite, `audit.verify` reads everything, in order: it needs no index for the heads. The records
 * of a call outside a session are looked for from the newest back: an index would cost each call a
 * page.
 */
const WHOLE = /from heads\s+where not|from audit where body ->> 'ts' < \?/;

/** The ledger and partial indexes hold only what is open, secrets and tools are few, of the halt there
 * is one, an agent has a handful of entries, and the contents of a bundle come with its change:
 * walking one is walking what there is to do. */
const SMALL_IN_SQLITE =
  /^SCAN (migrations|ledger|secrets|seen_tools|custom_capabilities|installed_folders|entries|content VIRTUAL|CONSTANT ROW|\(subquery|.* INDEX (sessions_unfinished|approvals_pending))/;
const SMALL_IN_POSTGRES =
  /Seq Scan on (ledger|secrets|seen_tools|halt|custom_capabilities|installed_folders)\b/;

const onSqlite: FindSlowSteps = async (ask) => {
  const db = sqlite.openDatabase(":memory:");
  onTestFinished(() => db.close());
  migrateSqlite(db, SQLITE_MIGRATIONS);
  const statements = new Set<string>();
  const recording: sqlite.Database = {
    ...db,
    prepare(sql) {
      statements.add(sql);
      return db.prepare(sql);
    },
    prepareLists(sql) {
      statements.add(sql);
      return db.prepareLists(sql);
    },
  };
  await ask(createSqliteStore(recording, createWriteLog(db, null)));
  return [...statements]
    .filter((sql) => /^\s*(select|update|insert)/.test(sql) && !WHOLE.test(sql))
    .flatMap((sql) => db.prepare<{ detail: string }>(`explain query plan ${sql}`).all())
    .map((row) => row.detail)
    .filter((step) => /^SCAN|TEMP B-TREE/.test(step) && !SMALL_IN_SQLITE.test(step));
};

/** The records that a step itself adds are sorted, and the grants of one actor for one tool. */
const FEW_SORTED = /insert into audit|from standing_grants where.*union all/s;

const onPostgres: FindSlowSteps = async (ask) => {
  const db = postgres.openDatabase(await emptySchema());
  onTestFinished(() => db.close());
  await migratePostgres(db, POSTGRES_MIGRATIONS);
  const statements = new Set<string>();
  const note =
    <Values extends unknown[], Result>(run: (text: string, ...values: Values) => Result) =>
    (text: string, ...values: Values): Result => {
      statements.add(text);
      return run(text, ...values);
    };
  const recording: postgres.Database = {
    ...db,
    all: note(db.all) as postgres.Database["all"],
    get: note(db.get) as postgres.Database["get"],
    lists: note(db.lists) as postgres.Database["lists"],
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
      slow.push(...steps.filter((step) => isSlow.test(step) && !SMALL_IN_POSTGRES.test(step)));
    }
    await exec("reset all");
    return slow;
  });
};

const page = Page.parse({});
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

/** Whatever a turn writes and reads. */
async function playTurn(store: Store): Promise<void> {
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
      sessionId: null,
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
  await invocations.turnOf("ctx");
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
}

const lock = { machine: "here", root: "/a", holder: "one", expiresAt: make.fixtureTime() };

const others: readonly Change[] = [
  { type: "agent.add", agent: make.makeAgent() },
  { type: "agent.put", agent: make.makeAgent() },
  { type: "token.add", token: make.makeToken() },
  { type: "token.revoke", id: "token", revokedAt: make.fixtureTime() },
  { type: "session.move", session, expect: 1 },
  { type: "spec.put", sessionId: session.id, spec: make.makeSpec(), expect: null },
  { type: "position.expect", sessionId: session.id, turn: 1, position: 1, unclaimed: null },
  { type: "grant.add", grant: make.makeGrant() },
  { type: "grant.revoke", id: "grant", revokedBy: "owner", revokedAt: make.fixtureTime() },
  { type: "secret.put", secret: make.makeSecret() },
  { type: "halt.set", halt: make.makeHalt() },
  { type: "note.put", name: "a", value: "b" },
  { type: "delivery.add", delivery: make.makeDelivery() },
  { type: "delivery.put", delivery: make.makeDelivery(), expect: 0 },
  { type: "context.ensure", context: make.makeContext() },
  { type: "context.expect", id: "ctx", version: 1 },
  { type: "context.expect", id: "ctx", version: null },
  { type: "file.put", file: make.makeFile() },
  { type: "bundle.put", bundle: make.makeBundle(), createdAt: make.fixtureTime() },
  { type: "folder.put", folder: makeFolder(), expect: null },
  { type: "folder.put", folder: makeFolder(), expect: "sha256:a" },
  { type: "folder.remove", id: "skill:hello" },
  { type: "hub.put", hub: makeStoredHub(), expect: 3 },
  { type: "hub_key.put", pinned: makePinnedKey(), expect: "ed25519:a" },
  { type: "hub_key.remove", publisher: "acme" },
  { type: "hub_install.put", install: makeHubInstall(), expect: "sha256:a" },
  { type: "hub_install.remove", id: "acme/hello" },
  { type: "bundle.use", digest: "sha256:a", usedBy: "source:a" },
  { type: "bundle.release", usedBy: "source:a" },
  { type: "file.put", file: make.makeFile({ digest: null }), expect: "sha256:a" },
  { type: "change_set.add", set: makeChangeSet() },
  makeMove(makeChangeSet(), { expect: "kept", to: "applying" }),
  makeMove(makeChangeSet(), { expect: "applying", to: "applied" }),
  makeMove(makeChangeSet({ id: "chg" }), { expect: "kept", to: "discarded" }),
  { type: "folder_lock.take", ...lock, now: make.fixtureTime() },
  { type: "folder_lock.renew", ...lock },
  { type: "folder_lock.release", machine: "here", root: "/a", holder: "one" },
];

/** Each with its statements alone; that some are conflicts here does not matter. */
async function changeOthers({ journal }: Store): Promise<void> {
  for (const change of others) await journal.commit("test.other", [change]).catch(() => {});
}

async function askEveryFewSeconds(store: Store): Promise<void> {
  await store.journal.commit("test.audit", [
    { type: "audit.add", entry: make.makeAuditEntry() },
    { type: "audit.add", entry: make.makeAuditEntry({ stream: "system" }) },
  ]);
  await seal(store);
  await store.audit.unsealedHeads();
  await store.deliveries.listDue(make.fixtureTime());
}

async function askAboutOpenApprovals({ approvals, audit, grants, contexts }: Store): Promise<void> {
  await contexts.list({ ...page, actor: "owner" });
  await contexts.list({ ...page, actor: "owner", skill: "hello" });
  await grants.list({ ...page, sessionId: "session_1" });
  await approvals.list({ ...page, state: "pending" });
  await approvals.list({ ...page, sessionId: "session_1" });
  await approvals.list({ ...page, sessionId: "session_1", state: "pending" });
  await approvals.list({ ...page, sessionId: "session_1", state: "used" });
  await audit.range("session_1", 1, 2);
  await audit.checkpointOf("actor:owner", 1);
}

async function askAboutPastWork({ work }: Store): Promise<void> {
  const since = make.fixtureTime();
  await work.turns(since);
  await work.replies(since);
  await work.questions(since);
  await work.calls(since);
}

async function askAboutChangeSets({ changeSets }: Store): Promise<void> {
  const since = make.fixtureTime();
  const sessionId = "session_1";
  const actor = "owner";
  await changeSets.get("chg");
  await changeSets.byIds(["chg"]);
  await changeSets.applying("here");
  for (const filter of [
    { since },
    { sessionId },
    { sessionId, since },
    { actor },
    { actor, since },
  ]) {
    await changeSets.list({ ...page, ...filter });
  }
}

async function askAboutRecords({ audit }: Store): Promise<void> {
  await audit.list({ ...page, sessionId: "session_1" });
  await audit.list({ ...page, sessionId: "session_1", toolId: "builtin:noop:noop" });
  await audit.list({ ...page, sessionId: "session_1", invocationId: "inv_1" });
}

describe.each([
  { name: "SQLite", findSlowSteps: onSqlite },
  { name: "PostgreSQL", findSlowSteps: onPostgres },
])("query plans of $name", ({ findSlowSteps }) => {
  test.each([
    { what: "every statement of a turn", ask: playTurn },
    { what: "whatever else is changed", ask: changeOthers },
    { what: "what is asked for every few seconds", ask: askEveryFewSeconds },
    {
      what: "what a person asks about one session or about open approvals",
      ask: askAboutOpenApprovals,
    },
    { what: "what is asked about change sets", ask: askAboutChangeSets },
    { what: "F73: what the overview asks about past work", ask: askAboutPastWork },
  ])("$what is served by an index", async ({ ask }) => {
    expect(await findSlowSteps(ask)).toEqual([]);
  });
});

describe("query plans", () => {
  test("the records of a session are found by an index, and SQLite sorts only those", async () => {
    expect(await onPostgres(askAboutRecords)).toEqual([]);
    expect(await onSqlite(askAboutRecords)).toEqual(Array(3).fill("USE TEMP B-TREE FOR ORDER BY"));
  });

  test("PostgreSQL finds records outside sessions by an index, too", async () => {
    const slow = await onPostgres(async ({ audit }) => {
      await audit.list({ ...page, invocationId: "inv_1" });
      await audit.range("actor:owner", 1, 2);
    });
    expect(slow).toEqual([]);
  });

  test("SQLite walks a table in order for a list of everything, and never sorts it", async () => {
    const slow = await onSqlite(async ({ sessions, audit, grants, tokens }) => {
      await sessions.list(page);
      await audit.list(page);
      await grants.list(page);
      await tokens.list(page);
    });
    expect(slow).toEqual([
      "SCAN sessions USING INDEX sqlite_autoindex_sessions_1",
      "SCAN sessions USING COVERING INDEX sqlite_autoindex_sessions_1",
      "SCAN audit",
      "SCAN audit",
      "SCAN standing_grants USING INDEX standing_grants_in_force",
      "SCAN standing_grants USING INDEX standing_grants_in_force",
      "SCAN tokens",
      "SCAN tokens USING COVERING INDEX sqlite_autoindex_tokens_2",
    ]);
  });
});
