import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { openDatabase as openPostgres } from "../../src/stores/postgres/database.ts";
import { migrate as migratePostgres } from "../../src/stores/postgres/migrate.ts";
import { MIGRATIONS as ON_POSTGRES } from "../../src/stores/postgres/migrations.ts";
import { openPostgresStore } from "../../src/stores/postgres/open-postgres-store.ts";
import { openDatabase as openSqlite } from "../../src/stores/sqlite/database.ts";
import { migrate as migrateSqlite } from "../../src/stores/sqlite/migrate.ts";
import { MIGRATIONS as ON_SQLITE } from "../../src/stores/sqlite/migrations.ts";
import { openSqliteStore } from "../../src/stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../src/stores/store.ts";
import { temporaryDatabase } from "../../src/testing/temporary-database.ts";
import { OLD, oldBodies, oldRows } from "./old-people.ts";

const DIE = join(import.meta.dirname, "upgrade-and-die.ts");
const PAGE = { limit: 50, offset: 0 };

type Old = { readonly place: string; open(tell?: (line: string) => void): Promise<Store> };

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function oldSqlite(): Promise<Old> {
  const place = temporaryDatabase();
  const db = openSqlite(place);
  migrateSqlite(
    db,
    ON_SQLITE.filter(({ id }) => id < "0029"),
  );
  db.exec(oldRows());
  for (const [n, { body, hash }] of oldBodies().entries()) {
    db.exec(`insert into audit values ('system', ${n + 1}, ${quoted(body)}, '${hash}')`);
  }
  db.close();
  return { place, open: async (tell) => openSqliteStore(place, tell) };
}

async function oldPostgres(): Promise<Old> {
  const place = await emptySchema();
  const db = openPostgres(place);
  const drop = `do $$ begin
    execute format('drop schema %1$I cascade; create schema %1$I', current_schema());
  end $$`;
  await db.use(({ exec }) => exec(drop));
  onTestFinished(async () => {
    await db.use(({ exec }) => exec(drop));
    await db.close();
  });
  await migratePostgres(
    db,
    ON_POSTGRES.filter(({ id }) => id < "0026"),
  );
  await db.use(({ exec }) => exec(oldRows()));
  for (const [n, { body, hash }] of oldBodies().entries()) {
    const row = `('system', ${n + 1}, ${quoted(body)}, '${hash}', '2026-01-01')`;
    await db.use(({ exec }) =>
      exec(`insert into audit (stream, sequence, body, hash, ts) values ${row}`),
    );
  }
  return { place, open: (tell) => openPostgresStore(place, { connections: 2 }, tell) };
}

async function opened(old: Old): Promise<Store> {
  const store = await old.open();
  onTestFinished(() => store.close());
  return store;
}

/** All that an upgraded database has to say of those who were names. */
async function expectUpgraded(store: Store): Promise<void> {
  const { items } = await store.principals.list(PAGE);
  const former = new Map(items.map((it) => [it.formerName, it]));
  const [ci, gone, ada] = ["ci", "gone", "ada"].map((name) => former.get(name)?.id ?? name);
  expect([...former.keys()].sort()).toEqual(["ada", "admin", "ci", "gone", "owner", null].sort());
  expect(former.get("ada")).toMatchObject({ name: "ada", state: "active", kind: "service" });
  expect(ada).toMatch(/^prn_00000000-0000-7000-8000-[0-9a-f]{12}$/);
  const twin = `prn_${OLD.twin.slice("token_".length)}`;
  expect(await store.principals.listSplit()).toEqual([{ id: twin, name: "ci", from: ci }]);

  const { items: tokens } = await store.tokens.list(PAGE);
  expect(new Map(tokens.map((it) => [it.id, it.principalId]))).toEqual(
    new Map([
      [OLD.living, ci],
      [OLD.twin, twin],
      [OLD.revoked, gone],
    ]),
  );
  expect(await store.sessions.get(OLD.session)).toMatchObject({ createdBy: ci });
  expect(await store.invocations.get(OLD.call)).toMatchObject({ actor: ci });
  expect(await store.invocations.getByMessageId(`${ci}`, "m-1")).toMatchObject({ id: OLD.call });
  expect((await store.invocations.ledger(OLD.open))?.invocation).toMatchObject({ actor: ci });
  const { items: approvals } = await store.approvals.list(PAGE);
  expect(new Set(approvals.map((it) => it.answeredBy))).toEqual(
    new Set([gone, 'client "codex"', "system", null]),
  );
  expect(await store.openings.list()).toMatchObject([{ givenBy: "settings" }]);
  // What was hashed stays as it was.
  const { items: records } = await store.audit.list(PAGE);
  expect(records.map(({ actor }) => actor).sort()).toEqual(["ada", "ci"]);
}

/** Packs had a table of their own. They are installed folders with all that was known of them. */
async function expectPacks({ folders, principals, system }: Store): Promise<void> {
  const { items } = await principals.list(PAGE);
  const idOf = (name: string) => items.find(({ formerName }) => formerName === name)?.id;
  const [csv, own, zipped, ...others] = await folders.list("pack");
  expect(others).toEqual([]);
  expect(csv).toEqual({
    id: "pack:csv-2",
    kind: "pack",
    name: "csv-2",
    version: "0.0.0",
    description: "Does csv-2.",
    path: "/home/me/csv",
    digest: "sha256:a",
    enabled: true,
    approvedDigest: null,
    runsDraft: false,
    origin: "local",
    about: {
      wantedEntryDoc: 'docs/a "b".md',
      entryDoc: 'docs/a "b".md',
      hasToolsJson: true,
      allowedTools: ["Read", "Bash(git:*)"],
    },
    warnings: ["Odd."],
    installedBy: idOf("ci"),
    installedAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  });
  expect(zipped).toMatchObject({
    ...{ id: "pack:zipped", path: null, origin: "zip", installedBy: idOf("gone") },
    about: { wantedEntryDoc: null, hasToolsJson: false, allowedTools: null },
  });
  expect(own).toMatchObject({ id: "pack:own", origin: "shipped", installedBy: "capstan" });
  const removed: unknown = JSON.parse((await system.note("removed_folders")) ?? "[]");
  expect([...(removed as string[])].sort()).toEqual([
    "/home/me/old",
    "shipped:pack:changelog",
    "shipped:skill:x",
  ]);
  expect(await system.note("removed_packs")).toBeUndefined();
}

/** What an old database left open is found by its id and can be ended: its session is in its key. */
async function expectKeys({ journal, invocations, approvals, deliveries }: Store): Promise<void> {
  const call = found(await invocations.get(OLD.asked));
  const ledger = found(await invocations.ledger(OLD.asked));
  const approval = found(await approvals.get(`${OLD.approval}4`));
  const delivery = found((await deliveries.listDue("2026-01-02T00:00:00.000Z"))[0]);
  const sessions = [call, ledger, approval, delivery].map(({ sessionId }) => sessionId);
  expect(sessions).toEqual(sessions.map(() => OLD.session));
  const outside = found(await invocations.ledger(OLD.open));
  expect(outside).toMatchObject({ sessionId: null });
  await journal.commit("test.end", [
    { type: "invocation.put", invocation: { ...call, state: "completed" }, expect: call.state },
    { type: "approval.put", approval: { ...approval, state: "used" }, expect: "pending" },
    { ...ledger, type: "ledger.clear", expect: ledger },
    { ...outside, type: "ledger.clear", expect: outside },
    { ...delivery, type: "delivery.remove" },
  ]);
  expect(await invocations.listOpen()).toEqual([]);
  const page = { ...PAGE, sessionId: OLD.session };
  expect((await approvals.list(page)).items).toMatchObject([{ state: "used" }]);
  expect(await deliveries.listDue("2026-01-02T00:00:00.000Z")).toEqual([]);
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("It is not there");
  return value;
}

async function dieAfter(place: string, statements: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [DIE, place, `${statements}`], { stdio: "inherit" });
  const [, signal] = await once(child, "exit");
  return signal;
}

describe.each([
  ["SQLite", oldSqlite],
  ["PostgreSQL", oldPostgres],
])("F15: an upgrade on %s", (_, make) => {
  test("makes one principal for each name that history knows, and one for a second living key", async () => {
    const store = await opened(await make());
    await expectUpgraded(store);
    await expectKeys(store);
    await expectPacks(store);
  });

  test("that is killed at ten instants begins again, and is done once", async () => {
    const old = await make();
    // On SQLite the last two begin with the second of the two migrations: the first is done by then.
    for (const n of [3, 5, 7, 9, 11, 13, 15, 19, 2, 3])
      expect(await dieAfter(old.place, n)).toBe("SIGKILL");
    expect(await dieAfter(old.place, 1_000)).toBeNull();
    const store = await opened(old);
    await expectUpgraded(store);
    await expectKeys(store);
    await expectPacks(store);
  }, 60_000);
});
