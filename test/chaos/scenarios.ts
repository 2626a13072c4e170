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
  state: string;
  resume_token: string;
  input_request: InputRequest | null;
};
type Turn = { session: Session };

/** What a client does, written so that it can be done again after a crash with the same ids. */
export type Scenario = {
  readonly name: string;
  readonly steps?: readonly unknown[];
  /** How many lines the witness must have in the end. */
  readonly lines: number;
  /** Effects that may be asked about: the process died when they may have started. */
  readonly reconciles: boolean;
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
  {
    name: "a turn",
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
  },
];

function oneCall(
  name: string,
  toolId: string,
  inputs: unknown,
  expected: Pick<Scenario, "lines" | "reconciles">,
): Scenario {
  return {
    name,
    ...expected,
    async run(prey) {
      const path = `/v1/tools/${toolId}/invoke`;
      const body = { inputs, message_id: "the-one-call" };
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
  const message = { content: "go", message_id: "the-one-message" };
  let { session: now } = await prey.ask<Turn>("POST", `${path}/messages?wait_ms=5000`, message);
  let reconciled = false;
  while (now.state === "input_required") {
    const { kind, approval_ids = [], invocation_id = "" } = now.input_request ?? {};
    if (kind === "approval") {
      const answer = await prey.ask<Turn>(
        "POST",
        `/v1/approvals/${approval_ids[0]}/run?wait_ms=5000`,
      );
      now = answer.session;
    } else {
      reconciled = true;
      const ran = prey.lines().some((line) => line.includes(invocation_id));
      const body = { resume_token: now.resume_token, reconcile: ran ? "ran" : "run_again" };
      now = (await prey.ask<Turn>("POST", `${path}/resume?wait_ms=5000`, body)).session;
    }
  }
  const { items } = await prey.ask<{ items: { role: string; content: string }[] }>(
    "GET",
    `${path}/messages`,
  );
  const told = items.map(
    ({ role, content }) =>
      `${role} ${content.replace(/\{"reconciled":"ran"\}/, '{"written":true}')}`,
  );
  return { ended: [now.state, ...told], reconciled };
}

/** One session is enough: a client that saw no answer looks before it opens another. */
async function findOrOpenSession(prey: Prey): Promise<string> {
  const { items } = await prey.ask<{ items: Session[] }>("GET", "/v1/sessions");
  if (items[0]) return items[0].id;
  const agent = await prey.ask<{ id: string }>("POST", "/v1/agents", {
    name: "witness",
    capabilities: ["test_math", "witness"],
  });
  return (await prey.ask<Session>("POST", "/v1/sessions", { agent_id: agent.id })).id;
}
