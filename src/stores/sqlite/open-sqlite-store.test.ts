import { statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { Page } from "../../schema/page.ts";
import * as make from "../../testing/fixtures.ts";
import { temporaryDatabase } from "../../testing/temporary-database.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

const page = Page.parse({});

describe("openSqliteStore", () => {
  test("keeps everything when the file is opened again, and goes on where it stopped", async () => {
    const file = temporaryDatabase();
    const add = { type: "event.add", event: make.makeEvent() } as const;
    const record = { type: "audit.add", entry: make.makeAuditEntry() } as const;

    const before = openSqliteStore(file);
    await before.journal.commit("test.first", [
      { type: "agent.add", agent: make.makeAgent() },
      { type: "session.add", session: make.makeSession() },
      { type: "message.accept", message: make.makeMessage() },
      add,
      record,
    ]);
    await before.close();

    const after = openSqliteStore(file);
    await after.journal.commit("test.second", [add, record]);
    expect(await after.agents.get(make.makeAgent().id)).toEqual(make.makeAgent());
    expect(await after.sessions.get(make.makeSession().id)).toMatchObject({ lastTurn: 1 });
    expect(await after.sessions.conversation(make.makeSession().id, 1)).toHaveLength(1);
    expect(await after.sessions.lastSequence(make.makeSession().id)).toBe(2);
    expect(await after.audit.verify(() => true)).toEqual({
      ok: true,
      streams: 1,
      records: 2,
      checkpoints: 0,
    });
    await after.close();
  });

  test("leaves nothing in the write-ahead log when it is closed, also while others read", async () => {
    const file = temporaryDatabase();
    const [store, reader] = [openSqliteStore(file), openSqliteStore(file)];
    await store.journal.commit("test.agent", [{ type: "agent.add", agent: make.makeAgent() }]);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await store.close();
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(await reader.agents.get(make.makeAgent().id)).toEqual(make.makeAgent());
    await reader.close();
  });

  test("may be closed twice", async () => {
    const store = openSqliteStore(":memory:");
    await store.close();
    await store.close();
  });

  test("lets another process read while it writes", async () => {
    const file = temporaryDatabase();
    const [writer, reader] = [openSqliteStore(file), openSqliteStore(file)];
    const agent = make.makeAgent();
    await writer.journal.commit("test.agent", [{ type: "agent.add", agent }]);
    expect(await reader.agents.get(agent.id)).toEqual(agent);
    await Promise.all([writer.close(), reader.close()]);
  });

  test("refuses a database that a newer Capstan wrote, and leaves it alone", async () => {
    const file = temporaryDatabase();
    await openSqliteStore(file).close();
    const newer = new DatabaseSync(file);
    newer.exec("insert into migrations (id) values ('9999-from-the-future')");
    newer.close();
    expect(() => openSqliteStore(file)).toThrow(
      expect.objectContaining({
        code: "STORE_UNAVAILABLE",
        message: expect.stringMatching(/9999-from-the-future.*upgrade Capstan/),
      }),
    );
  });

  test("says what it cannot open: a folder that is not there, a file that is no database", () => {
    const unavailable = expect.objectContaining({ code: "STORE_UNAVAILABLE" });
    expect(() => openSqliteStore("/nowhere/at/all/capstan.db")).toThrow(unavailable);
    const file = temporaryDatabase();
    writeFileSync(file, "This is a letter, not a database. ".repeat(100));
    expect(() => openSqliteStore(file)).toThrow(unavailable);
  });

  test("says that a stored value is corrupt when it no longer fits its schema", async () => {
    const file = temporaryDatabase();
    const store = openSqliteStore(file);
    const inputRequest = { kind: "fields", reason: "Which?" } as const;
    await store.journal.commit("test.rows", [
      { type: "session.add", session: make.makeSession({ inputRequest }) },
      { type: "token.add", token: make.makeToken() },
      { type: "audit.add", entry: make.makeAuditEntry() },
      { type: "event.add", event: make.makeEvent() },
    ]);
    const intruder = new DatabaseSync(file);
    intruder.exec(`
      update sessions set input_request = '{"kind":"whim"}';
      update tokens set scopes = '["root"]';
      update audit set body = '[]';
      update events set data = '3';`);
    intruder.close();
    const { sessions, tokens, audit } = store;
    const corrupt = { code: "STORE_CORRUPT" };
    await expect(sessions.get(make.makeSession().id)).rejects.toMatchObject(corrupt);
    await expect(tokens.getByPrincipal("prn_owner")).rejects.toMatchObject(corrupt);
    await expect(audit.list(page)).rejects.toMatchObject(corrupt);
    const events = sessions.events(make.makeSession().id, { ...page, since: 0 });
    await expect(events).rejects.toMatchObject(corrupt);
    await store.close();
  });
});
