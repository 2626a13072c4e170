import { afterEach, expect, test } from "vitest";
import { createCounter, FRONT } from "../../../test/counter-skill.ts";
import { type FakeSkill, openWithSkills } from "../../../test/fake-skills.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import type { JsonObject } from "../../base/json.ts";
import { type At, faultyStore } from "../../testing/faults.ts";
import { createManualClock } from "../../testing/manual-clock.ts";

let close = async () => {};
afterEach(() => close());

type Turn = { state?: string; code?: string; retryable?: boolean; resume_token?: string };

/** What is to happen at a point that a call passes is set when all is up. */
async function open(
  skills: Readonly<Record<string, FakeSkill>>,
  options: Parameters<typeof openWithSkills>[1] = {},
) {
  const clock = createManualClock();
  let at: At = () => {};
  const store = faultyStore(await openTestStore(), (point) => at(point));
  const api = await openWithSkills(new Map(Object.entries(skills)), { store, clock, ...options });
  close = api.close;
  const [name = ""] = Object.keys(skills);
  return {
    ...api,
    clock,
    invoke: (body: JsonObject) => api.post<Turn>(`/v1/skills/${name}/invoke`, body),
    /** Once. */
    when(point: string, act: () => void | Promise<void>): void {
      at = async (passed) => {
        if (passed !== point) return;
        at = () => {};
        await act();
      };
    },
  };
}

type Api = Awaited<ReturnType<typeof open>>;

const beLate = (api: Api) => api.when("commit call.claim: after", () => api.clock.advance(60_000));

test("S36, C10: a turn that could not start in time leaves its run as it was, and can be sent again", async () => {
  const counter = createCounter();
  const api = await open({ counter });
  const first = { context_id: "c", inputs: { by: "first" }, message_id: "m-1" };
  beLate(api);
  const late = { status: 503, body: { code: "START_TOO_LATE", retryable: true } };
  expect(await api.invoke(first)).toMatchObject(late);
  expect((await api.get("/v1/contexts/c")).status).toBe(404);
  const waits = await api.invoke(first);
  expect(waits).toMatchObject({ status: 200, body: { state: "input_required", turn: 1 } });

  const token = { resume_token: waits.body.resume_token ?? "" };
  for (const message of [{}, { message_id: "m-2" }]) {
    beLate(api);
    const body = { context_id: "c", inputs: { by: "next" }, ...token, ...message };
    expect(await api.invoke(body)).toMatchObject(late);
    expect((await api.get("/v1/contexts/c")).body).toMatchObject({
      state: "input_required",
      version: 1,
      ...token,
    });
  }
  expect(counter.ran).toEqual(["first"]);
  const next = { context_id: "c", inputs: { by: "next" }, ...token, message_id: "m-2" };
  expect(await api.invoke(next)).toMatchObject({ status: 200, body: { turn: 2 } });
  expect(counter.ran).toEqual(["first", "next"]);
  expect(await api.store.contexts.get("c")).toMatchObject({ version: 2 });
});

test("a skill that says that it came too late has run, and cannot be sent again", async () => {
  let ran = 0;
  const liar: FakeSkill = {
    front: FRONT,
    run() {
      ran += 1;
      return { state: "failed", error: { code: "START_TOO_LATE", message: "Not me." } };
    },
  };
  const api = await open({ liar });
  const body = { context_id: "c", message_id: "m" };
  for (let sent = 1; sent <= 2; sent++) {
    expect(await api.invoke(body)).toMatchObject({ status: 200, body: { state: "failed" } });
  }
  expect(ran).toBe(1);
  expect(await api.store.contexts.get("c")).toMatchObject({ state: "failed", version: 1 });
});

test("S36, X8: one that was approved and could not start has its end on record, and its run is as it was", async () => {
  const counter = createCounter();
  const api = await open({ counter }, { permissions: { ask: ["skill:counter:*"] } });
  const approve = async (body: JsonObject) => {
    await api.invoke({ context_id: "c", ...body });
    const id = (await api.pending()).at(-1)?.id ?? "";
    return () => api.post<{ outcome: Turn }>(`/v1/approvals/${id}/run`, {});
  };
  await (await approve({ inputs: { by: "first" } }))();
  const { body } = await api.get<{ resume_token: string }>("/v1/contexts/c");
  const run = await approve({ inputs: { by: "late" }, resume_token: body.resume_token });
  beLate(api);
  expect((await run()).body).toMatchObject({
    approval: { state: "used" },
    outcome: { state: "failed", error: { code: "START_TOO_LATE", retryable: true } },
  });
  expect(counter.ran).toEqual(["first"]);
  expect((await api.get("/v1/contexts/c")).body).toMatchObject({
    state: "input_required",
    version: 1,
    resume_token: body.resume_token,
  });
});

test("S36, S48: a handover goes on where a turn of it could not start in time", async () => {
  const worker: FakeSkill = {
    front: FRONT,
    run: () => ({ state: "completed", outputs: { did: 1 } }),
  };
  const api = await open({ counter: createCounter(), worker });
  // The parent's own claim is the first; the second is the child's.
  api.when("commit call.claim: after", () => beLate(api));
  const body = { context_id: "c", inputs: { ask: "worker" } };
  expect(await api.invoke(body)).toMatchObject({ body: { state: "delegating" } });
  const state = async () => (await api.store.contexts.get("c"))?.state;
  await expect.poll(state, { timeout: 10_000 }).toBe("completed");
  expect(api.reported.map(String).join()).toContain("did not start this in time");
});

const ASKS_CITY = `${FRONT}
input_schema: {type: object, required: [city], properties: {city: {type: string}}}`;

test.each([
  { when: "the first", begins: false },
  { when: "a later", begins: true },
])(
  "S41, S53: a turn that only asks does not overtake one that runs, in $when turn",
  async ({ begins }) => {
    const { promise: asked, resolve: letEnd } = Promise.withResolvers<void>();
    const { promise: started, resolve: hasStarted } = Promise.withResolvers<void>();
    const cities: unknown[] = [];
    const api = await open({
      one: {
        front: ASKS_CITY,
        async run({ city }) {
          hasStarted();
          await asked;
          cities.push(city);
          return { state: "completed", outputs: { city: city ?? "" } };
        },
      },
    });
    const first = begins ? (await api.invoke({ context_id: "c" })).body.resume_token : undefined;
    const body = { context_id: "c", ...(first !== undefined && { resume_token: first }) };
    let running: ReturnType<Api["invoke"]> | undefined;
    // It has looked, nobody was at work, and it is about to say what is missing.
    api.when("commit call.record: before", async () => {
      running = api.invoke({ ...body, inputs: { city: "Rom" } });
      await started;
    });
    const overtaking = await api.invoke(body);
    letEnd();
    expect(await running).toMatchObject({ status: 200, body: { state: "completed" } });
    expect(overtaking).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
    expect(cities).toEqual(["Rom"]);
    expect(await api.store.contexts.get("c")).toMatchObject({ version: begins ? 2 : 1 });
    expect(await api.store.invocations.turnOf("c")).toBeUndefined();
  },
);
