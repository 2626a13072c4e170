import { setTimeout as delay } from "node:timers/promises";
import type { Fleet } from "./fleet.ts";

export type Session = {
  id: string;
  state: string;
  turn: number;
  resume_token: string;
  input_request: { kind: string; approval_ids?: string[]; invocation_id?: string } | null;
};

const PATIENCE_MS = 60_000;
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
  };

  /** A call outside any session, repeated under its id until it has ended. */
  async function call(toolId: string, messageId: string): Promise<string> {
    const path = `/v1/tools/${toolId}/invoke`;
    const endsAt = performance.now() + PATIENCE_MS;
    while (performance.now() < endsAt) {
      const body = { inputs: { line: "x" }, message_id: messageId };
      const { state, resume_token, input_request } = await ask<Outcome>("POST", path, body);
      if (state !== "input_required") return state;
      const { kind, approval_ids = [] } = input_request ?? {};
      if (kind === "approval") await answer(`/v1/approvals/${approval_ids[0]}/run`, {});
      if (kind !== "reconcile") continue;
      reconciles += 1;
      const ran = fleet.lines().some((line) => line.endsWith(` ${messageId}`));
      await answer(path, { resume_token, reconcile: ran ? "ran" : "run_again" });
    }
    throw new Error(`The call ${messageId} does not end.`);
  }

  return {
    ask,
    call,
    reconciles: () => reconciles,
    async open(agentId: string): Promise<string> {
      return (await ask<Session>("POST", "/v1/sessions", { agent_id: agentId })).id;
    },
    /** Sends a message, and answers what the session asks until its turn has ended. */
    async say(sessionId: string, turn: number): Promise<Session> {
      const message = { content: `turn ${turn}`, message_id: `${sessionId}-${turn}` };
      await ask("POST", `/v1/sessions/${sessionId}/messages`, message);
      const endsAt = performance.now() + PATIENCE_MS;
      while (performance.now() < endsAt) {
        const session = await ask<Session>("GET", `/v1/sessions/${sessionId}`);
        if (session.state === "input_required") await answerFor(session);
        else if (session.turn === turn && session.state !== "in_progress") return session;
        else await delay(LOOK_MS);
      }
      throw new Error(`Turn ${turn} of ${sessionId} does not end.`);
    },
  };
}

export type Client = ReturnType<typeof createClient>;
