import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { emptySchema } from "../../../../rig/shared-postgres.ts";
import { fixtureId, makeEvent, makeSession } from "../../../testing/fixtures.ts";
import { openPostgresStore } from "../../postgres/open-postgres-store.ts";
import { type Link, openLink } from "./link.ts";
import { createPostgresSignals } from "./postgres-signals.ts";

let url: string;

beforeEach(async () => {
  url = await emptySchema();
});

function open(wrap: (link: Link) => Link = (link) => link) {
  const link = openLink(url);
  const signals = createPostgresSignals(wrap(link));
  onTestFinished(async () => {
    signals.stop();
    await link.close();
  });
  const heard: string[] = [];
  const listen = (session: string) => signals.subscribe(session, () => heard.push(session));
  return { link, signals, heard, listen };
}

const until = (assertion: () => void) => vi.waitFor(assertion, { interval: 5, timeout: 5_000 });

/** Both listen from now on: one has told the other something. */
async function openTwo() {
  const [here, there] = [open(), open()];
  const end = there.listen("warm-up");
  await until(() => {
    here.signals.notify("warm-up", "state_changed");
    expect(there.heard).not.toEqual([]);
  });
  end();
  await setTimeout(50);
  there.heard.length = 0;
  return { here, there };
}

test("every listener of a session hears it at once in its own process, and none of another", () => {
  const { signals, heard, listen } = open();
  listen("a");
  const end = listen("b");
  signals.notify("a", "state_changed");
  signals.notify("__proto__", "state_changed");
  expect(heard).toEqual(["a"]);
  end();
  signals.notify("b", "state_changed");
  expect(heard).toEqual(["a"]);
});

test("another process hears of each session once", async () => {
  const { here, there } = await openTwo();
  there.listen("a");
  there.listen("b");
  for (const session of ["a", "b", "a", "other", "a"])
    here.signals.notify(session, "state_changed");
  await until(() => expect(there.heard).toContain("b"));
  await setTimeout(50);
  expect(there.heard.toSorted()).toEqual(["a", "b"]);
});

test("another process hears what happened to a session; of two things, the one that says more", async () => {
  const { here, there } = await openTwo();
  const heard: string[] = [];
  for (const session of ["a", "b", "c"]) {
    there.signals.subscribe(session, (happened) => heard.push(`${session} ${happened}`));
  }
  here.signals.notify("a", "events_added");
  here.signals.notify("b", "events_added");
  here.signals.notify("b", "state_changed");
  here.signals.notify("c", "state_changed");
  here.signals.notify("c", "events_added");
  await until(() =>
    expect(heard.toSorted()).toEqual(["a events_added", "b state_changed", "c state_changed"]),
  );
});

test("who signals very many sessions at once reaches all of them", async () => {
  const { here, there } = await openTwo();
  const sessions = Array.from({ length: 450 }, (_, n) => `session_${String(n).padStart(40, "0")}`);
  for (const session of sessions) there.listen(session);
  for (const session of sessions) here.signals.notify(session, "state_changed");
  await until(() => expect(there.heard.toSorted()).toEqual(sessions));
});

test("what no notification told is noticed within a second or two", async () => {
  const store = await openPostgresStore(url);
  onTestFinished(() => store.close());
  const session = makeSession();
  const other = makeSession({ id: fixtureId("session", 2) });
  await store.journal.commit("test.sessions", [
    { type: "session.add", session },
    { type: "session.add", session: other },
  ]);
  const deaf = open((link) => ({ ...link, listen: () => {} }));
  deaf.listen(session.id);
  deaf.listen(other.id);
  await until(() => expect(deaf.heard.toSorted()).toEqual([session.id, other.id]));
  await store.journal.commit("test.event", [{ type: "event.add", event: makeEvent() }]);
  await until(() => expect(deaf.heard.slice(2)).toEqual([session.id]));
  await store.journal.commit("test.move", [
    { type: "session.move", session: { ...other, version: 2 }, expect: 1 },
  ]);
  await until(() => expect(deaf.heard.slice(3)).toEqual([other.id]));
});

test("after its connection was cut it listens again", async () => {
  const { here, there } = await openTwo();
  there.listen("a");
  await here.link.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen capstan_sessions'",
  );
  await until(() => {
    here.signals.notify("a", "state_changed");
    expect(there.heard).not.toEqual([]);
  });
});
