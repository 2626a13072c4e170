import { describe, expect, onTestFinished, test } from "vitest";
import type { Store } from "../../ports/store.ts";
import { Page } from "../../schema/page.ts";
import { type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createSqliteStore } from "./open-sqlite-store.ts";
import { createWriteLog } from "./write-log.ts";

const page = Page.parse({});

/**
 * `audit.verify` reads everything, in order: it needs no index for the heads. The records of a call
 * outside a session are looked for from the newest back: an index would cost each call a page.
 */
const WHOLE = /from heads\s+where not|from audit where body ->> 'ts' < \?/;

/** The ledger and partial indexes hold only what is open, secrets and tools are few: walking one is
 * walking what there is to do. */
const SMALL =
  /^SCAN (migrations|ledger|secrets|seen_tools|custom_capabilities|CONSTANT ROW|\(subquery|.* INDEX (sessions_unfinished|approvals_pending))/;

/** Steps that walk a whole table or sort, in all that is prepared on opening and then asked for. */
async function findSlowSteps(ask: (store: Store) => Promise<unknown>): Promise<readonly string[]> {
  const db = openDatabase(":memory:");
  onTestFinished(() => db.close());
  migrate(db, MIGRATIONS);
  const statements = new Set<string>();
  const recording: Database = {
    ...db,
    prepare(sql) {
      statements.add(sql);
      return db.prepare(sql);
    },
  };
  await ask(createSqliteStore(recording, createWriteLog(db, null)));
  return [...statements]
    .filter((sql) => isPlanned(sql) && !WHOLE.test(sql))
    .flatMap((sql) => slowStepsOf(db, sql));
}

function isPlanned(sql: string): boolean {
  return /^\s*(select|update|insert)/.test(sql);
}

function slowStepsOf(db: Database, sql: string): readonly string[] {
  const plan = db.prepare<{ detail: string }>(`explain query plan ${sql}`).all();
  return plan
    .map((row) => row.detail)
    .filter((step) => /^SCAN|TEMP B-TREE/.test(step) && !SMALL.test(step));
}

describe("query plans", () => {
  test("every statement of a turn is served by an index", async () => {
    const slow = await findSlowSteps(async ({ sessions }) => {
      await sessions.messages("session_1", { ...page, turn: 1 });
      await sessions.messages("session_1", page);
    });
    expect(slow).toEqual([]);
  });

  test("what a person asks about one session or about open approvals is served by one too", async () => {
    const slow = await findSlowSteps(async ({ approvals, audit, grants }) => {
      await grants.list({ ...page, sessionId: "session_1" });
      await approvals.list({ ...page, state: "pending" });
      await approvals.list({ ...page, sessionId: "session_1" });
      await approvals.list({ ...page, sessionId: "session_1", state: "pending" });
      await approvals.list({ ...page, sessionId: "session_1", state: "used" });
      await audit.list({ ...page, sessionId: "session_1" });
      await audit.list({ ...page, sessionId: "session_1", toolId: "builtin:noop:noop" });
      await audit.list({ ...page, sessionId: "session_1", invocationId: "inv_1" });
    });
    // Only the records of that session are sorted.
    expect(slow).toEqual(Array(3).fill("USE TEMP B-TREE FOR ORDER BY"));
  });

  test("a list of everything walks its table in order, and never sorts it", async () => {
    const slow = await findSlowSteps(async ({ sessions, audit, grants, tokens }) => {
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
