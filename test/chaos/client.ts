import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "./fleet.ts";

/** How a call outside sessions ended, and how often it was asked what became of it. */
export type DirectCall = {
  readonly toolId: string;
  readonly state: string;
  readonly code: string | undefined;
  readonly asked: number;
};

type Items<T> = { items: T[] };
type AuditItem = {
  type: string;
  invocation_id: string | null;
  data: { resume_token?: string };
};

export type Session = {
  id: string;
  state: string;
  turn: number;
  resume_token: string;
  input_request: { kind: string; approval_ids?: string[]; invocation_id?: string } | null;
};

/** In the long run a server lives for less than a second at a time, and much is asked after one. */
const PATIENCE_MS = process.env.MODE === "chaos" ? 180_000 : 60_000;
const LOOK_MS = 40;

/** A client as it should be: it repeats what got no answer, under the same id, at any server. */
export function createClient(fleet: Fleet, random: () => number) {
  /** How often a session asked what became of a call. */
  let reconciles = 0;

  function pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  }

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const endsAt = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await pick(fleet.servers()).ask<T>(method, path, body);
      } catch (error) {
        if (performance.now() > endsAt) {
          throw new Error(`${method} ${path} is not answered: ${error}`, { cause: error });
        }
        await delay(LOOK_MS);
      }
    }
  }

  /** Once: what is refused has changed meanwhile, and the session says into what. */
  async function answer(path: string, body: unknown): Promise<void> {
    await pick(fleet.servers())
      .ask("POST", path, body)
      .catch(() => {});
  }

  async function answerFor({ id, resume_token, input_request }: Session): Promise<void> {
    const { kind, approval_ids = [], invocation_id = "" } = input_request ?? {};
    if (kind === "approval") await answer(`/v1/approvals/${approval_ids[0]}/run`, {});
    if (kind !== "reconcile") return;
    const ran = fleet.lines().some((line) => line.includes(invocation_id));
    const reconcile = ran ? "ran" : pick(["run_again", "not_run"]);
    reconciles += 1;
    await answer(`/v1/sessions/${id}/resume`, { resume_token, reconcile });
  }

  type Outcome = {
    state: string;
    resume_token?: string;
    input_request?: Session["input_request"];
    error?: { code: string };
  };

  /** A call outside any session, repeated under its id until it has ended. */
  async function call(toolId: string, messageId: string): Promise<DirectCall> {
    let asked = 0;
    const path = `/v1/tools/${toolId}/invoke`;
    const endsAt = performance.now() + PATIENCE_MS;
    while (performance.now() < endsAt) {
      const body = { inputs: { line: "x" }, message_id: messageId };
      const outcome = await ask<Outcome>("POST", path, body);
      const { state, resume_token, input_request, error } = outcome;
      if (state !== "input_required") return { toolId, state, code: error?.code, asked };
      const { kind, approval_ids = [] } = input_request ?? {};
      if (kind === "approval") await answer(`/v1/approvals/${approval_ids[0]}/run`, {});
      if (kind !== "reconcile") continue;
      reconciles += 1;
      asked += 1;
      const ran = fleet.lines().some((line) => line.endsWith(` ${messageId}`));
      await answer(path, { resume_token, reconcile: ran ? "ran" : "run_again" });
    }
    throw new Error(`The call ${messageId} does not end.`);
  }

  async function send(sessionId: string, turn: number): Promise<void> {
    const message = { content: `turn ${turn}`, message_id: `${sessionId}-${turn}` };
    await ask("POST", `/v1/sessions/${sessionId}/messages`, message);
  }

  /** Answers what the session asks, until its turn has ended. */
  async function rest(
    sessionId: string,
    turn: number,
    whileItRuns: () => Promise<void> = async () => {},
  ): Promise<Session> {
    const endsAt = performance.now() + PATIENCE_MS;
    while (performance.now() < endsAt) {
      const session = await ask<Session>("GET", `/v1/sessions/${sessionId}`);
      if (session.state === "input_required") await answerFor(session);
      else if (session.turn === turn && session.state !== "in_progress") return session;
      else {
        await whileItRuns();
        await delay(LOOK_MS);
      }
    }
    throw new Error(`Turn ${turn} of ${sessionId} does not end.`);
  }

  /** What a cancelled turn left to be answered outside of it; nothing if it was answered inside. */
  async function answerLeftOver(sessionId: string, invocationId: string): Promise<void> {
    const endsAt = performance.now() + PATIENCE_MS;
    while (performance.now() < endsAt) {
      const path = `/v1/audit?session_id=${sessionId}&limit=2000`;
      const { items } = await ask<Items<AuditItem>>("GET", path);
      const own = items.filter((item) => item.invocation_id === invocationId);
      // The newest first: one that was run again may run still, or be unknown again.
      const last = own.find(({ type }) => /\.(?:started|ended|reconciled|interrupted)$/.test(type));
      if (last?.type === "invocation.reconciled" || last?.type === "invocation.ended") return;
      const token = last?.data.resume_token;
      if (token !== undefined) {
        reconciles += 1;
        // Which tool the path names does not matter: the token names the call.
        const any = "/v1/tools/builtin:fickle:append_slowly/invoke";
        await answer(any, { resume_token: token, reconcile: "ran" });
      }
      await delay(LOOK_MS);
    }
    throw new Error(`Nobody is asked what became of ${invocationId}, or the answer is not taken.`);
  }

  return {
    ask,
    call,
    reconciles: () => reconciles,
    async open(agentId: string): Promise<string> {
      return (await ask<Session>("POST", "/v1/sessions", { agent_id: agentId })).id;
    },
    async say(sessionId: string, turn: number): Promise<void> {
      await send(sessionId, turn);
      await rest(sessionId, turn);
    },
    /** Cancels the turn as soon as its effect has happened, and answers what is asked about that. */
    async sayAndCancel(sessionId: string, turn: number): Promise<void> {
      type Message = { turn: number; tool_calls?: { id: string }[] };
      await send(sessionId, turn);
      let begun: string | undefined;
      await rest(sessionId, turn, async () => {
        const path = `/v1/sessions/${sessionId}/messages?limit=2000`;
        const { items } = await ask<Items<Message>>("GET", path);
        const calls = items.filter((message) => message.turn === turn);
        const [id = ""] = calls.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
        if (id === "" || !fleet.lines().some((line) => line.endsWith(` ${id}`))) return;
        begun = id;
        await answer(`/v1/sessions/${sessionId}/cancel`, {});
      });
      if (begun !== undefined) await answerLeftOver(sessionId, begun);
    },
  };
}

export type Client = ReturnType<typeof createClient>;
