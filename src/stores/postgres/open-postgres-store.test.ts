import { describe, expect, test } from "vitest";
import { emptySchema } from "../../../rig/shared-postgres.ts";
import { Page } from "../../schema/page.ts";
import * as make from "../../testing/fixtures.ts";
import type { Change } from "../journal.ts";
import { openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { createPostgresStore, openPostgresStore } from "./open-postgres-store.ts";

const page = Page.parse({});
const event: Change = { type: "event.add", event: make.makeEvent() };
const record: Change = { type: "audit.add", entry: make.makeAuditEntry() };

describe("openPostgresStore", () => {
  test("keeps everything when it is opened again, and goes on where it stopped", async () => {
    const url = await emptySchema();
    const before = await openPostgresStore(url);
    await before.journal.commit("test.first", [
      { type: "agent.add", agent: make.makeAgent() },
      { type: "session.add", session: make.makeSession() },
      { type: "message.accept", message: make.makeMessage() },
      event,
      record,
    ]);
    await before.close();
    const after = await openPostgresStore(url);
    await after.journal.commit("test.second", [event, record]);
    expect(await after.agents.get(make.makeAgent().id)).toEqual(make.makeAgent());
    expect(await after.sessions.get(make.makeSession().id)).toMatchObject({ lastTurn: 1 });
    expect(await after.sessions.lastSequence(make.makeSession().id)).toBe(2);
    expect(await after.audit.verify(() => true)).toMatchObject({ ok: true, records: 2 });
    await after.close();
  });

  test("may be closed twice", async () => {
    const store = await openPostgresStore(await emptySchema());
    await store.close();
    await store.close();
  });

  test("a conflict costs no connection", async () => {
    const db = openDatabase(await emptySchema(), { connections: 1 });
    await migrate(db, MIGRATIONS);
    const { journal } = createPostgresStore(db);
    const backend = () => db.get("select pg_backend_pid() as pid");
    const before = await backend();
    const agent: Change = { type: "agent.add", agent: make.makeAgent() };
    await journal.commit("test.agent", [agent]);
    for (const steps of [[agent], [agent, { type: "agent.remove", id: "agent_none" } as const]]) {
      const again = journal.commit("test.agent", steps);
      await expect(again).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    }
    expect(await backend()).toEqual(before);
    await db.close();
  });

  test("X22: steps of one process on one session take their turns, many at once", async () => {
    const store = await openPostgresStore(await emptySchema(), { connections: 4 });
    const steps = Array.from({ length: 40 }, () =>
      store.journal.commit("test.step", [event, record, event]),
    );
    await Promise.all(steps);
    const { items } = await store.sessions.events(make.makeSession().id, {
      ...page,
      limit: 100,
      since: 0,
    });
    expect(items.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 80 }, (_, n) => n + 1),
    );
    expect(await store.audit.verify(() => true)).toMatchObject({ ok: true, records: 40 });
    await store.close();
  });

  test("says that a stored value is corrupt when it no longer fits its schema", async () => {
    const url = await emptySchema();
    const store = await openPostgresStore(url);
    const inputRequest = { kind: "fields", reason: "Which?" } as const;
    await store.journal.commit("test.rows", [
      { type: "session.add", session: make.makeSession({ inputRequest }) },
      { type: "token.add", token: make.makeToken() },
      record,
      event,
    ]);
    const intruder = openDatabase(url);
    await intruder.use(({ exec }) =>
      exec(`
        update sessions set input_request = '{"kind":"whim"}';
        update tokens set scopes = '["root"]';
        update audit set body = '[]';
        update events set data = '3'`),
    );
    await intruder.close();
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
