import { setTimeout as delay } from "node:timers/promises";
import type { Prey } from "./prey.ts";

type InputRequest = { kind: string; approval_ids?: string[]; invocation_id?: string };
type Outcome = {
  state: string;
  outputs?: unknown;
  input_request?: InputRequest;
  resume_token?: string;
};
type Session = {
  id: string;
  title: string;
  state: string;
  turn: number;
  resume_token: string;
  input_request: InputRequest | null;
};

/** What a client does, written so that it can be done again after a crash with the same ids. */
export type Scenario = {
  readonly name: string;
  readonly steps?: readonly unknown[];
  readonly limits?: Readonly<Record<string, number>>;
  /** How many lines the witness must have in the end. */
  readonly lines: number;
  /** Effects that may be asked about: the process died when they may have started. */
  readonly reconciles: boolean;
  /** Nobody can know how it ended, also if nothing dies: it is always asked about. */
  readonly isFickle?: boolean;
  /** Drives it to its end; answers how it ended, and whether it had to reconcile. */
  run(prey: Prey): Promise<{ ended: unknown; reconciled: boolean }>;
};

const call = (name: string, input: unknown) => ({ tool_calls: [{ name, input }] });

export const SCENARIOS: readonly Scenario[] = [
  oneCall("a read-only call", "builtin:witness:look", {}, { lines: 0, reconciles: false }),
  oneCall(
    "an effectful call",
    "builtin:witness:append_freely",
    { line: "x" },
    { lines: 1, reconciles: true },
  ),
  oneCall(
    "an idempotent call",
    "builtin:witness:append_idempotent",
    { line: "x" },
    { lines: 1, reconciles: false },
  ),
  oneCall(
    "an approved call",
    "builtin:witness:append",
    { line: "x" },
    { lines: 1, reconciles: true },
  ),
  oneCall(
    "a call that is out of time after its effect",
    "builtin:fickle:append_overtime",
    { line: "x" },
    { lines: 1, reconciles: true, isFickle: true },
  ),
  turn("a turn", {}),
  turn("a turn whose replies are stored at once", { hold_reply_ms: 0 }),
];

function turn(name: string, limits: Scenario["limits"] & {}): Scenario {
  return {
    name,
    limits,
    steps: [
      {
        tool_calls: [
          { name: "add", input: { a: 2, b: 3 } },
          { name: "append", input: { line: "x" } },
        ],
      },
      call("append_freely", { line: "y" }),
      { text: "finished", expect: { last_result_includes: "" } },
    ],
    lines: 2,
    reconciles: true,
    run: driveTurn,
  };
}

function oneCall(
  name: string,
  toolId: string,
  inputs: unknown,
  expected: Pick<Scenario, "lines" | "reconciles" | "isFickle">,
): Scenario {
  return {
    name,
    ...expected,
    async run(prey) {
      const path = `/v1/tools/${toolId}/invoke`;
      const body = { inputs, message_id: prey.round() };
      let reconciled = false;
      for (;;) {
        const outcome = await prey.ask<Outcome>("POST", path, body);
        const { kind, approval_ids = [] } = outcome.input_request ?? {};
        if (kind === "approval") {
          await prey.ask("POST", `/v1/approvals/${approval_ids[0]}/run`);
        } else if (kind === "reconcile") {
          reconciled = true;
          const reconcile = prey.lines().length > 0 ? "ran" : "run_again";
          await prey.ask("POST", path, { resume_token: outcome.resume_token, reconcile });
        } else {
          return { ended: outcome.state, reconciled };
        }
      }
    },
  };
}

async function driveTurn(prey: Prey): Promise<{ ended: unknown; reconciled: boolean }> {
  const session = await findOrOpenSession(prey);
  const path = `/v1/sessions/${session}`;
  let reconciled = false;
  for (;;) {
    const now = await rested(prey, path);
    const { kind, approval_ids = [], invocation_id = "" } = now.input_request ?? {};
    if (now.turn === 0) {
      const message = { content: "go", message_id: prey.round() };
      await prey.ask("POST", `${path}/messages`, message);
    } else if (kind === "approval") {
      await prey.ask("POST", `/v1/approvals/${approval_ids[0]}/run`);
    } else if (kind === "reconcile") {
      reconciled = true;
      const ran = prey.lines().some((line) => line.includes(invocation_id));
      const body = { resume_token: now.resume_token, reconcile: ran ? "ran" : "run_again" };
      await prey.ask("POST", `${path}/resume`, body);
    } else {
      return { ended: [now.state, ...(await told(prey, path))], reconciled };
    }
  }
}

/** Only looks: an accepted message is worked off by the server, without being asked again. */
async function rested(prey: Prey, path: string): Promise<Session> {
  const endsAt = performance.now() + 5_000;
  while (performance.now() < endsAt) {
    const session = await prey.ask<Session>("GET", path);
    if (session.state !== "in_progress") return session;
    await delay(20);
  }
  throw new Error("The session does not come to rest by itself.");
}

/** What the conversation says; an effect that a person vouched for counts as its own answer. */
async function told(prey: Prey, path: string): Promise<string[]> {
  type Messages = { items: { role: string; content: string }[] };
  const { items } = await prey.ask<Messages>("GET", `${path}/messages`);
  return items.map(
    ({ role, content }) => `${role} ${content.replace('{"reconciled":"ran"}', '{"written":true}')}`,
  );
}

/** One session is enough: a client that saw no answer looks before it opens another. */
async function findOrOpenSession(prey: Prey): Promise<string> {
  const title = prey.round();
  const { items } = await prey.ask<{ items: Session[] }>("GET", "/v1/sessions");
  const found = items.find((session) => session.title === title);
  if (found) return found.id;
  const agent = await prey.ask<{ id: string }>("POST", "/v1/agents", {
    name: "witness",
    capabilities: ["test_math", "witness"],
  });
  return (await prey.ask<Session>("POST", "/v1/sessions", { agent_id: agent.id, title })).id;
}
