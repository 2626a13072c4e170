import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../src/cli/testing/run-cli.ts";
import { type Live, startLive } from "../live-server.ts";
import { longTest, usually } from "../runs.ts";
import { databaseOf } from "../test-database.ts";
import {
  doFileTask,
  FILE_TASKS,
  makeFolder,
  type Person,
  program,
  typist,
} from "./machine-files.ts";
import { typeAs, typeCore } from "./newcomer.ts";

let server: Live;
let parent: string;
let people: Record<string, Person>;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), "capstan-typed-"));
  server = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
  const env = { CAPSTAN_URL: server.url, CAPSTAN_API_KEY: server.key };
  people = {
    "capstan do": typist((words) => run(words, { env })),
    "POST /v1/intents": program(async (method, path, body) => {
      const answer = await server.call(method, path, body);
      if (answer.status >= 300) throw new TypeError(JSON.stringify(answer.body));
      return answer.body as never;
    }),
  };
});
afterAll(async () => {
  await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

const personAt = (way: string): Person => people[way] ?? expect.unreachable();

const WAYS = ["capstan do", "POST /v1/intents"];
const CASES = WAYS.flatMap((way) => FILE_TASKS.map((task) => ({ way, task, name: task.name })));
const isDelete = (it: (typeof CASES)[number]) => it.name === "delete";

/** Nothing is open: each has a folder of its own. */
describe("F76: in a new home", () => {
  test.each(usually(CASES, (it) => it.way === WAYS[0] || isDelete(it)))(
    "$name by $way asks for the folder of a file of the machine, and is true afterwards",
    async ({ way, task }) => {
      const done = await doFileTask(personAt(way), task, "run", parent);
      expect(done).toMatchObject({ opened: task.folders ?? 1, after: task.after });
      expect(new Set(done.asked)).toEqual(new Set([`agent:file_agent:${task.tool}`]));
      expect(done.told).toContain(task.tells ?? "");
    },
  );

  test.each(usually(CASES, isDelete))(
    "$name by $way that is denied changes nothing, and tells nothing of what is there",
    async ({ way, task }) => {
      const { after, before, asked, told } = await doFileTask(personAt(way), task, "deny", parent);
      expect(asked).toHaveLength(1);
      expect(after).toEqual(before);
      expect(told).toContain("did not run");
      if (task.tells !== undefined) expect(told).not.toContain(`${task.tells}\n`);
    },
  );
});

test("F76: a path that the session has is the session's, and its folder is not asked for", async () => {
  const folder = makeFolder(parent);
  const { id } = await newSession();
  const path = `${folder}/notes.txt`;
  await server.call("PUT", `/v1/sessions/${id}/files${path}`, "Of the session.");
  const wanted = { text: `delete ${path}`, session_id: id };
  await server.call("POST", "/v1/intents?wait_ms=15000", wanted);
  await server.call("POST", "/v1/intents?wait_ms=15000", { text: "1", session_id: id });
  const [asked] = await waitingIn(id);
  expect(asked).toMatchObject({ tool_id: "builtin:session_file_system:delete_file" });
  await server.call("POST", `/v1/approvals/${asked?.id}/run?wait_ms=15000`, {});
  expect(await answersIn(id)).toContain(`${path} is deleted.`);
  expect(existsSync(path)).toBe(true);
});

test("F76: an agent that reaches no file of the machine says that it deleted nothing", async () => {
  const path = `${makeFolder(parent)}/notes.txt`;
  const agent = { name: "Clerk", capabilities: ["session_file_system"] };
  const { body } = await server.call<{ id: string }>("POST", "/v1/agents", agent);
  const { id } = await newSession(body.id);
  for (const content of [`delete ${path}`, "1"]) {
    await server.call("POST", `/v1/sessions/${id}/messages?wait_ms=15000`, { content });
  }
  for (const { id: asked } of await waitingIn(id)) {
    await server.call("POST", `/v1/approvals/${asked}/run?wait_ms=15000`, {});
  }
  expect(await answersIn(id)).toContain("Nothing was deleted");
  expect(existsSync(path)).toBe(true);
});

const waitingIn = (id: string) => personAt("POST /v1/intents").waiting(id);
const answersIn = (id: string) => personAt("POST /v1/intents").told(id);

async function newSession(agent?: string): Promise<{ id: string }> {
  const body = agent === undefined ? {} : { agent_id: agent };
  return (await server.call<{ id: string }>("POST", "/v1/sessions", body)).body;
}

/** A home folder that somebody made before, as `mkdir` does. */
async function ownHome() {
  const cwd = mkdtempSync(join(tmpdir(), "capstan-newcomer-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }));
  const home = join(cwd, "home");
  mkdirSync(home);
  chmodSync(home, 0o755);
  const env = {
    ...process.env,
    ...(await databaseOf(home)),
    CAPSTAN_HOME: home,
    CAPSTAN_PORT: "0",
    CAPSTAN_IDLE_EXIT_S: "2",
    CAPSTAN_MODEL: "offline",
  };
  return { cwd, type: typeAs({ env, cwd }) };
}

longTest(
  "F76: processes of their own do every task about files in a home folder that was there before",
  async () => {
    const { cwd, type } = await ownHome();
    expect(await typeCore(type, cwd)).toEqual([]);
  },
  120_000,
);
