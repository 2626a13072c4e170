import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createCounter, FRONT, SEEN_S } from "../../../test/counter-skill.ts";
import { type FakeSkill, openWithSkills } from "../../../test/fake-skills.ts";
import { mortalStore } from "../../../test/mortal-store.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { runs } from "../../../test/runs.ts";
import type { JsonObject } from "../../base/json.ts";
import { createManualClock } from "../../testing/manual-clock.ts";

type Turn = {
  state: string;
  turn: number;
  resume_token?: string;
  outputs?: JsonObject;
  input_request?: { partial_outputs?: JsonObject };
};

/** What a context should be: a state, a turn, how often its code ran, and what it still remembers. */
type Model = {
  state: "none" | "waits" | "over";
  turn: number;
  ran: number;
  count: number;
  seen: number | null;
  /** How often a run of it was ended from outside. */
  cancelled: number;
  endedAs: "completed" | "failed";
};

const MASTER_KEY = Buffer.alloc(32, 7);

/** One process after the other on the same store: each dies without a word. */
async function openLives() {
  const base = await openTestStore();
  const clock = createManualClock();
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  // A turn that was cut off is repeated without asking anybody.
  const counter = createCounter(`${FRONT}\nretry: {policy: safe, max_retries: 0}`);
  const worker: FakeSkill = {
    front: FRONT,
    run: () => ({ state: "completed", outputs: { did: "it" } }),
  };
  const skills = new Map(Object.entries({ counter, worker }));
  const begin = async () => {
    const { store, dieAt } = mortalStore(base);
    return {
      dieAt,
      ...(await openWithSkills(skills, { store, clock, contentFolder, masterKey: MASTER_KEY })),
    };
  };
  let life = await begin();
  return {
    base,
    clock,
    counter,
    reported: () => life.reported,
    post: (body: JsonObject) => life.post<Turn>("/v1/skills/counter/invoke", body),
    cancel: (id: string) => life.post<Turn>(`/v1/contexts/${id}/cancel`, {}),
    /** Sends it to a process that dies at this point; the next one is up when this is over. */
    async postAndDie(body: JsonObject, point: string): Promise<void> {
      const death = life.dieAt(point);
      const answer = life.post("/v1/skills/counter/invoke", body);
      await Promise.race([death, lateFor(point, answer)]);
      life = await begin();
    },
    async close() {
      await life.close();
      await base.close();
    },
  };
}

/** Who is dead answers nothing; what it hands over is carried on when it has answered. */
async function lateFor(point: string, answer: Promise<unknown>): Promise<never> {
  const late = delay(20_000, "late", { ref: false });
  const heard = point.startsWith("commit call.") ? await Promise.race([late, answer]) : await late;
  throw new Error(`Nobody came to ${point}: ${JSON.stringify(heard)}.`);
}

type Lives = Awaited<ReturnType<typeof openLives>>;
type Real = {
  readonly lives: Lives;
  readonly id: string;
  readonly tokens: string[];
  readonly answers: { readonly body: JsonObject; readonly first: Turn }[];
  /** Messages so far: each has an id of its own. */
  sent: number;
};

const KILLS = [
  "commit call.claim: before",
  "commit call.claim: after",
  "commit call.record: before",
  "commit call.record: after",
] as const;
const STEPS = [
  ...["next", "next", "end", "stale", "repeat", "resume", "missing", "expire", "delegate"],
  ...["delegate and die", "cancel", ...KILLS],
] as const;
type Step = (typeof STEPS)[number];

/** The next turn of the run, or the first of the next one. */
function bodyOf(inputs: JsonObject, { state }: Model, real: Real): JsonObject {
  const { id, tokens } = real;
  const token = tokens.at(-1);
  const known = state === "waits" && token !== undefined ? { resume_token: token } : {};
  real.sent += 1;
  return { context_id: id, inputs, message_id: `${id}-${real.sent}`, ...known };
}

/** Its code ran, and what it did is kept. */
function moved(model: Model, to: Model["state"]): void {
  model.turn = model.state === "waits" ? model.turn + 1 : 1;
  model.ran += 1;
  model.count += 1;
  model.seen = model.count;
  model.state = to;
  model.endedAs = "completed";
}

async function send(body: JsonObject, to: Model["state"], model: Model, real: Real) {
  const answer = await real.lives.post(body);
  expect(answer).toMatchObject({ status: 200 });
  const { seen } = model;
  moved(model, to);
  const told = answer.body.outputs ?? answer.body.input_request?.partial_outputs;
  if (answer.body.state !== "delegating") expect(told).toMatchObject({ n: model.count, seen });
  expect(answer.body.turn).toBe(model.turn);
  real.answers.push({ body, first: answer.body });
  if (to === "waits" && answer.body.resume_token) real.tokens.push(answer.body.resume_token);
  return answer.body;
}

/** What it handed over comes back by itself, and is its last turn. */
async function comesBack(model: Model, real: Real): Promise<void> {
  const done = await real.lives.post({ context_id: real.id, resume: true, inputs: {} });
  moved(model, "over");
  expect(done.body).toMatchObject({
    state: "completed",
    turn: model.turn,
    outputs: { n: model.count, back: { outputs: { did: "it" } } },
  });
}

async function take(step: Step, model: Model, real: Real): Promise<void> {
  const { lives, id, tokens, answers } = real;
  const next = (inputs: JsonObject) => bodyOf({ by: "model", ...inputs }, model, real);
  const resume = () => lives.post({ context_id: id, resume: true, inputs: {} });
  if (step === "next") {
    expect((await send(next({}), "waits", model, real)).state).toBe("input_required");
  } else if (step === "end") {
    expect((await send(next({ end: true }), "over", model, real)).state).toBe("completed");
  } else if (step === "delegate") {
    const handed = await send(next({ ask: "worker" }), "waits", model, real);
    expect(handed.state).toBe("delegating");
    await comesBack(model, real);
  } else if (step === "delegate and die") {
    const body = next({ ask: "worker" });
    await lives.postAndDie(body, "commit delegation.put: before");
    moved(model, "waits");
    await comesBack(model, real);
  } else if (step === "cancel") {
    const { status, body } = await lives.cancel(id);
    if (model.state === "none") expect(status).toBe(404);
    else {
      if (model.state === "waits") {
        Object.assign(model, { state: "over", endedAs: "failed", cancelled: model.cancelled + 1 });
      }
      expect(body).toMatchObject({ state: model.endedAs, turn: model.turn, resume_token: null });
    }
  } else if (step === "expire") {
    lives.clock.advance(1_000 * (SEEN_S + 1));
    model.seen = null;
  } else if (step === "stale") {
    const stale = tokens.at(-2);
    if (stale === undefined || model.state !== "waits") return;
    const body = { context_id: id, inputs: {}, resume_token: stale };
    expect(await lives.post(body)).toMatchObject({ status: 409 });
  } else if (step === "missing") {
    if (model.state !== "waits") return;
    expect(await lives.post({ context_id: id, inputs: {} })).toMatchObject({ status: 409 });
  } else if (step === "repeat") {
    const last = answers.at(-1);
    if (!last) return;
    const again = await lives.post(last.body);
    expect(again.body).toMatchObject({ turn: last.first.turn, state: last.first.state });
  } else if (step === "resume") {
    if (model.state === "none") expect(await resume()).toMatchObject({ status: 404 });
    if (model.state === "over") {
      expect((await resume()).body).toMatchObject({ state: model.endedAs, turn: model.turn });
    }
  } else {
    // Who heard no answer sends its message again, and hears the one that there is.
    const body = next({});
    await lives.postAndDie(body, step);
    const answer = await send(body, "waits", model, real);
    expect(answer.state).toBe("input_required");
    // The dead one's code had run, and nothing of that was kept.
    if (step === "commit call.record: before") model.ran += 1;
  }
  expect(lives.counter.ran.length).toBe(model.ran);
  const context = await lives.base.contexts.get(id);
  expect(context?.turn ?? 0).toBe(model.turn);
  // Each turn that was kept is one version, and so is each end: nothing is lost, and there is no gap.
  expect(context?.version ?? 0).toBe(model.count + model.cancelled);
}

test("S1, S2, S12, S28, S39, S40, S41, S55, X33: whatever is asked of a context, and whoever dies, it is what a simple model says", async () => {
  const lives = await openLives();
  let tried = 0;
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(steps, async (wanted) => {
      lives.counter.ran.length = 0;
      tried += 1;
      const model: Model = {
        ...{ state: "none", turn: 0, ran: 0, count: 0, seen: null },
        ...{ cancelled: 0, endedAs: "completed" },
      };
      const real: Real = { lives, id: `run-${tried}`, tokens: [], answers: [], sent: 0 };
      for (const step of wanted) await take(step, model, real);
    }),
    {
      ...runs(4, 100),
      // To shrink one takes as long as to find it, many times over.
      endOnFailure: true,
      // Every way to die, also where few sequences are tried.
      examples: [
        [
          [
            "next",
            ...KILLS,
            "expire",
            "end",
            "delegate and die",
            "repeat",
            "next",
            "cancel",
            "resume",
            "next",
          ],
        ],
      ],
    },
  );
  expect(lives.reported()).toEqual([]);
  await lives.close();
}, 600_000);
