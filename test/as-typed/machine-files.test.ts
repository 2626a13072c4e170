import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../src/cli/testing/run-cli.ts";
import { type Live, startLive } from "../live-server.ts";
import { usually } from "../runs.ts";
import { doFileTask, FILE_TASKS, type Person, program, typist } from "./machine-files.ts";

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
const isShort = (it: (typeof CASES)[number]) => ["read", "delete"].includes(it.name);

/** Nothing is open: each has a folder of its own. */
describe("F76: in a new home", () => {
  test.each(usually(CASES, (it) => it.way === WAYS[0] || isShort(it)))(
    "$name by $way asks for the folder of a file of the machine, and is true afterwards",
    async ({ way, task }) => {
      const done = await doFileTask(personAt(way), task, "run", parent);
      expect(done).toMatchObject({ opened: task.folders ?? 1, after: task.after });
      expect(new Set(done.asked)).toEqual(new Set([`agent:file_agent:${task.tool}`]));
      expect(done.told).toContain(task.tells ?? "");
    },
  );

  test.each(usually(CASES, isShort))(
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
