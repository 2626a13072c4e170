import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Live, listenTo, startLive } from "../../test/live-server.ts";
import { type Api, openApi } from "../../test/open-api.ts";
import { API } from "../app/features.ts";
import type { Signals } from "../stores/queue/signals.ts";
import { makeEvent } from "../testing/fixtures.ts";
import { createApp } from "./app.ts";
import { createAuthenticate } from "./authenticate.ts";
import { HEARTBEAT_MS, streamEvents } from "./event-stream.ts";
import { createPresenceQuestions } from "./presence-questions.ts";
import { createSignIn } from "./sign-in.ts";

type Stream = Awaited<ReturnType<typeof listenTo>>;
type Listed = { items: { sequence: number; type: string }[]; total: number };

const ADD = { tool_calls: [{ name: "add", input: { a: 2, b: 3 } }] };

let live: Live;
let streams: Stream[] = [];

beforeAll(async () => {
  live = await startLive({ steps: [ADD, { text: "It is 5." }] });
});
afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});
afterAll(() => live.stop());

async function openSession(): Promise<string> {
  return (await live.call<{ id: string }>("POST", "/v1/sessions", {})).body.id;
}

const say = (session: string, content = "hi") =>
  live.call("POST", `/v1/sessions/${session}/messages?wait_ms=5000`, { content });

const listed = async (session: string) =>
  (await live.call<Listed>("GET", `/v1/sessions/${session}/events?limit=2000`)).body.items;

async function listen(session: string, lastEventId?: number): Promise<Stream> {
  const stream = await listenTo(`${live.url}/v1/sessions/${session}/events/stream`, {
    authorization: `Bearer ${live.key}`,
    ...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
  });
  streams.push(stream);
  return stream;
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe("a stream of events", () => {
  test("with Last-Event-ID 0 replays all that happened, in order, as it is listed", async () => {
    const session = await openSession();
    await say(session);
    const events = await listed(session);
    const stream = await listen(session, 0);
    await stream.reach(events.length);
    expect(stream.response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    });
    expect(stream.ids()).toEqual(upTo(events.length));
    expect(stream.frames.map(({ data }) => data)).toEqual(events);
    expect(stream.frames.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
  });

  test("without the header has only what is new", async () => {
    const session = await openSession();
    await say(session);
    const seen = (await listed(session)).length;
    const stream = await listen(session);
    await say(session);
    const all = (await listed(session)).length;
    expect(all).toBeGreaterThan(seen);
    await stream.reach(all - seen);
    expect(stream.ids()).toEqual(upTo(all, seen + 1));
  });

  test("goes on with what happens while it is open", async () => {
    const session = await openSession();
    const stream = await listen(session, 0);
    await stream.reach(1);
    expect(stream.frames[0]).toMatchObject({ id: "1", event: "session.created" });
    await say(session);
    const all = (await listed(session)).length;
    await stream.reach(all);
    expect(stream.ids()).toEqual(upTo(all));
  });

  test("that broke off in the middle is taken up without a gap or a repetition", async () => {
    const session = await openSession();
    await say(session);
    const first = await listen(session, 0);
    await first.reach(3);
    first.close();
    const seen = first.ids().at(2) ?? 0;
    await say(session, "while nobody listens");
    const second = await listen(session, seen);
    await say(session, "and while someone does");
    const all = (await listed(session)).length;
    await second.reach(all - seen);
    expect([...first.ids().slice(0, 3), ...second.ids()]).toEqual(upTo(all));
  });

  test("is the same for two that listen at once, and of its own session only", async () => {
    const [session, other] = [await openSession(), await openSession()];
    const [one, two] = [await listen(session, 0), await listen(session, 0)];
    await Promise.all([say(session), say(other)]);
    const all = (await listed(session)).length;
    await Promise.all([one.reach(all), two.reach(all)]);
    expect(one.frames).toEqual(two.frames);
    expect(one.frames.map(({ data }) => data)).toEqual(await listed(session));
  });

  test("that asks for what has not happened yet waits for it", async () => {
    const session = await openSession();
    const stream = await listen(session, 2);
    await say(session);
    const all = (await listed(session)).length;
    await stream.reach(all - 2);
    expect(stream.ids()).toEqual(upTo(all, 3));
  });
});

describe("behind a stream", () => {
  let api: Api;
  let server: Server;
  let url: string;
  let subscriptions = 0;

  beforeAll(async () => {
    api = await openApi();
    const { signals } = api.engine;
    const counting: Signals = {
      notify: signals.notify,
      subscribe(session, listener) {
        subscriptions += 1;
        const end = signals.subscribe(session, listener);
        return () => {
          subscriptions -= 1;
          end();
        };
      },
    };
    const app = createApp({
      api: API,
      engine: { ...api.engine, signals: counting },
      authenticate: createAuthenticate({
        tokens: api.store.tokens,
        people: api.gate.people,
        keyring: api.gate.keyring,
        clock: api.clock,
      }),
      tokens: api.store.tokens,
      signIn: createSignIn(() => 0),
      presence: createPresenceQuestions(() => 0),
      gateway: api.gateway,
      version: "0",
      maxBodyBytes: 1_000,
      allowedHosts: new Set(),
      report: (error) => api.reported.push(error),
    });
    server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await api.close();
  });

  async function listenHere(session: string): Promise<Stream> {
    const stream = await listenTo(`${url}/v1/sessions/${session}/events/stream`, {
      authorization: "Bearer cap_owner",
      "last-event-id": "0",
    });
    streams.push(stream);
    return stream;
  }

  test("no subscription is left when the client goes away", async () => {
    const { id } = await api.openSession();
    const clients = await Promise.all([listenHere(id), listenHere(id), listenHere(id)]);
    await Promise.all(clients.map((client) => client.reach(1)));
    await expect.poll(() => subscriptions, { interval: 2 }).toBe(3);
    clients[0]?.close();
    await expect.poll(() => subscriptions, { interval: 2, timeout: 2_000 }).toBe(2);
    await api.say(id);
    await clients[1]?.reach(5);
    for (const client of clients) client.close();
    await expect.poll(() => subscriptions, { interval: 2, timeout: 2_000 }).toBe(0);
    expect(api.reported).toEqual([]);
  });

  test("a stream in which nothing happens is kept open by a heartbeat every 15 s", async () => {
    const { id } = await api.openSession();
    expect(HEARTBEAT_MS).toBe(15_000);
    const gone = new AbortController();
    const from = performance.now();
    const response = await streamEvents(api.engine, id, null, gone.signal, { heartbeatMs: 150 });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe(": connected\n\n");
    for (let beats = 0; beats < 2; beats++) {
      expect((await reader?.read())?.value).toBe(": heartbeat\n\n");
    }
    expect(performance.now() - from).toBeGreaterThan(250);
    gone.abort();
    expect((await reader?.read())?.done).toBe(true);
  });

  test("a session of any length is replayed whole", async () => {
    const { id } = await api.openSession();
    const ids = upTo(1_200).map((n) => `evt_${n}`);
    await api.store.journal.commit(
      "test.events",
      ids.map((eventId) => ({
        type: "event.add" as const,
        event: makeEvent({ id: eventId, sessionId: id }),
      })),
    );
    const stream = await listenHere(id);
    await stream.reach(1_201);
    expect(stream.ids()).toEqual(upTo(1_201));
  });
});
