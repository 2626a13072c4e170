import { describe, expect, test } from "vitest";
import { APPROVAL, OUTCOME, SESSION, WAITING } from "../../../test/records.ts";
import type { Approval, Intent } from "../../http/client/wire.ts";
import type { Routes } from "../testing/fake-server.ts";
import { runAgainst } from "../testing/run-cli.ts";

const TASK = "intent_1_1";
const PATHS = ["/a.txt", "/b.txt", "/c.txt", "/d.txt"];
const STEPS = PATHS.map((path, at) => ({
  ...{ id: `s${at}`, tool_id: APPROVAL.tool_id, inputs: { path }, says: `Delete ${path}.` },
}));
const IDS = PATHS.map((_, at) => `appr_${at}`);

type Given = { level?: Approval["level"]; isLater?: boolean; verdict?: "used" | "denied" };

/** A server with one task: it ends once each approval that it asks for was answered. */
function task({ level = "user", isLater = false, verdict = "used" }: Given = {}) {
  const answered = new Set<string>();
  const first = isLater ? IDS.slice(0, 2) : IDS;
  const open = () => {
    const now = first.filter((id) => !answered.has(id));
    return now.length > 0 ? now : IDS.filter((id) => !answered.has(id));
  };
  const intent = (): Intent => {
    const waits = open();
    const isDone = waits.length === 0;
    const ended = verdict === "used" ? "completed" : "blocked";
    return {
      ...{ id: TASK, session_id: "session_1", plan: { steps: STEPS } },
      state: isDone ? ended : "input_required",
      steps: STEPS.map(({ id }, at) => ({
        id,
        ...(answered.has(`appr_${at}`)
          ? { state: ended, outcome: OUTCOME }
          : { state: "input_required", outcome: WAITING }),
      })),
      input_request: isDone ? null : { kind: "approval", reason: "Asks.", approval_ids: waits },
      report: isDone ? "That is the report." : null,
    };
  };
  const approval = (id: string, at: number): Approval => ({
    ...APPROVAL,
    ...{ id, level, inputs: { path: PATHS[at] ?? "" }, session_id: "session_1" },
    state: answered.has(id) ? verdict : "pending",
  });
  const routes: Record<string, Routes[string]> = {
    "GET /v1/sessions/session_1": { body: { ...SESSION, id: "session_1", turn: 1 } },
    [`GET /v1/intents/${TASK}`]: {
      get body() {
        return intent();
      },
    },
    "GET /v1/approvals": {
      get body() {
        const items = IDS.filter((id) => !answered.has(id)).map(approval);
        return { items, total: items.length };
      },
    },
  };
  for (const [at, id] of IDS.entries()) {
    routes[`GET /v1/approvals/${id}`] = {
      get body() {
        return approval(id, at);
      },
    };
    for (const verb of ["run", "deny"]) {
      routes[`POST /v1/approvals/${id}/${verb}`] = {
        get body() {
          answered.add(id);
          return { approval: approval(id, at), outcome: OUTCOME };
        },
      };
    }
  }
  return routes;
}

const sent = ({ seen }: Awaited<ReturnType<typeof runAgainst>>) =>
  seen.flatMap(({ method, url }) => (method === "POST" ? [url] : []));
const runs = IDS.map((id) => `/v1/approvals/${id}/run`);

describe("F82: a task outside a terminal is answered as one", () => {
  test("--task runs all that it waits for, and ends with its report", async () => {
    const ran = await runAgainst(task(), ["approvals", "run", "--task", TASK]);
    expect(sent(ran)).toEqual(runs);
    expect([ran.code, ran.out.split("\n").at(-1)]).toEqual([0, "That is the report."]);
  });

  test("several ids run in their order, each once, and end with the report", async () => {
    const ran = await runAgainst(task(), ["approvals", "run", ...IDS, "appr_0"]);
    expect(sent(ran)).toEqual(runs);
    expect(ran.out.match(/^Approval appr_\d: used/gm)).toHaveLength(4);
    expect([ran.code, ran.out.split("\n").at(-1)]).toEqual([0, "That is the report."]);
  });

  test("what still waits is said with the command that answers it, and exits 3", async () => {
    const ran = await runAgainst(task(), ["approvals", "run", "appr_0"]);
    expect(sent(ran)).toEqual(runs.slice(0, 1));
    expect(ran.code).toBe(3);
    expect(ran.out).toContain(`To run all 3:   capstan approvals run --task ${TASK}`);
  });

  test("a later step that the plan showed as it is runs, as after a yes in a terminal", async () => {
    const ran = await runAgainst(task({ isLater: true }), ["approvals", "run", "--task", TASK]);
    expect([ran.code, sent(ran)]).toEqual([0, runs]);
  });

  test("a later step that needs an admin is not run along", async () => {
    const routes = task({ isLater: true });
    const later = { ...APPROVAL, id: "appr_2", level: "admin", inputs: { path: PATHS[2] } };
    const ran = await runAgainst({ ...routes, "GET /v1/approvals/appr_2": { body: later } }, [
      ...["approvals", "run", "--task", TASK],
    ]);
    expect([ran.code, sent(ran)]).toEqual([3, runs.slice(0, 2)]);
  });

  test.each([{ named: ["--task", TASK] }, { named: IDS }])(
    "denying $named ends with the report and exits 0; the reason is sent each time",
    async ({ named }) => {
      const words = ["approvals", "deny", ...named, "--reason", "too early"];
      const ran = await runAgainst(task({ verdict: "denied" }), words);
      expect([ran.code, ran.out.split("\n").at(-1)]).toEqual([0, "That is the report."]);
      const bodies = ran.seen.flatMap(({ method, body }) => (method === "POST" ? [body] : []));
      expect(bodies).toEqual(IDS.map(() => ({ reason: "too early" })));
    },
  );

  test("--json prints the task as the server sent it, on one line", async () => {
    const ran = await runAgainst(task(), ["approvals", "run", "--task", TASK, "--json"]);
    expect(JSON.parse(ran.out)).toMatchObject({ id: TASK, report: "That is the report." });
  });
});

describe("F82: approvals run without an id", () => {
  test("runs the only pending one", async () => {
    const routes = task();
    const only = { items: [{ ...APPROVAL, id: "appr_3" }], total: 1 };
    const ran = await runAgainst({ ...routes, "GET /v1/approvals": { body: only } }, [
      ...["approvals", "run"],
    ]);
    expect(sent(ran)).toEqual(runs.slice(3));
  });

  test("lists several and runs none of them", async () => {
    const ran = await runAgainst(task(), ["approvals", "run"]);
    expect([ran.code, sent(ran)]).toEqual([2, []]);
    for (const id of IDS) expect(ran.out).toContain(id);
    expect(ran.err).toContain("4 approvals are pending. Name the ones to run.");
  });

  test("says that none is pending", async () => {
    const none = { "GET /v1/approvals": { body: { items: [], total: 0 } } };
    const ran = await runAgainst(none, ["approvals", "deny"]);
    expect([ran.code, ran.out]).toEqual([1, "No approval is pending."]);
  });

  test.each([
    { words: ["appr_0", "--task", TASK], says: "not both" },
    { words: ["appr_0", "appr_1", "--input", "{}"], says: "--input is the input of one approval" },
    { words: ["--task", TASK, "--input", "{}"], says: "--input is the input of one approval" },
  ])("refuses $words", async ({ words, says }) => {
    const ran = await runAgainst(task(), ["approvals", "run", ...words]);
    expect([ran.code, sent(ran)]).toEqual([2, []]);
    expect(ran.err).toContain(says);
  });
});
