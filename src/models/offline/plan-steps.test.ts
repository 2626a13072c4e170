import { afterAll, expect, test } from "vitest";
import { HOME_TOOLS, openHome } from "../../../bench/offline/home-agent.ts";
import { toolsOfAgents } from "../../../bench/offline/tools.ts";
import { cpuMs } from "../../../test/cpu-ms.ts";
import { makeMessage } from "../../testing/fixtures.ts";
import { createOfflineModel } from "./offline-model.ts";

const home = openHome();
afterAll(() => home.remove());

const SESSION = "builtin:session_file_system";

test("S3: a plan has every step at once, and refers to what a step brings", async () => {
  const text = "calculate 17 * 23, then write the result to result.txt, then read it back";
  expect(await home.plan(text)).toEqual({
    steps: [
      {
        id: "s1",
        name: "builtin:calculator:calculate",
        input: { expression: "17 * 23" },
        says: "Calculate 17 * 23.",
      },
      {
        id: "s2",
        name: `${SESSION}:write_file`,
        input: { path: "/result.txt", content: { $from: "s1", path: "/result" } },
        says: "Write what the step before brings to /result.txt.",
      },
      {
        id: "s3",
        name: `${SESSION}:read_file`,
        input: { path: { $from: "s2", path: "/path" } },
        says: "Read what the step before brings.",
      },
    ],
  });
});

test("S3: a plan over an agent's answers refers into its result", async () => {
  const plan = await home.plan("read ~/Documents/todo.txt and write it to ~/Downloads/copy.txt");
  expect(plan).toMatchObject({
    steps: [
      { name: "agent:file_agent:read_file" },
      { input: { content: { $from: "s1", path: "/result/content" } } },
    ],
  });
});

test("S3: one calculation on top of another is one expression", async () => {
  const plan = await home.plan("add 3 and 4 and then multiply the result by 10");
  expect(plan).toMatchObject({ steps: [{}, { input: { expression: "(3 + 4) * 10" } }] });
});

test("S3: adding to a file joins what is read with what is said", async () => {
  const plan = await home.plan("append 'bye' to hello.txt in my documents");
  expect(plan).toMatchObject({
    steps: [
      { input: { path: `${home.path}/Documents/hello.txt` } },
      { input: { content: { $join: [{ $from: "s1", path: "/result/content" }, "\nbye"] } } },
    ],
  });
});

test("S3: what cannot be planned is a question or a sentence, as in an answer", async () => {
  expect(await home.plan("write a file")).toMatchObject({
    text: expect.stringContaining("To write file I need to know: path?"),
    questions: [{ name: "path" }],
  });
  expect(await home.plan("tell me a joke")).toEqual({
    text: expect.stringContaining("takes a language model"),
  });
});

/** About ten of the processor's milliseconds. */
const MOST_MS = 60;

test("S3: a plan for a usual message with sixty tools is made soon", async () => {
  const others = [...toolsOfAgents().values()].flat();
  const named = new Map([...others, ...HOME_TOOLS].map((tool) => [tool.name, tool]));
  const tools = [...named.values()];
  expect(tools.length).toBeGreaterThanOrEqual(55);
  const model = createOfflineModel();
  const { signal } = new AbortController();
  const texts = ["delete the pdfs in my downloads", "what time is it in Rome", "write hi to a.txt"];
  const folders = [{ name: "Downloads", path: "/home/me/Downloads" }];
  const ask = (content: string) =>
    model.plan?.({
      ...{ system: "", tools, folders, callsBefore: 0, signal },
      messages: [makeMessage({ content })],
    });
  for (const text of texts) await ask(text);
  const rounds: number[] = [];
  for (let round = 0; round < 10; round++) {
    const before = cpuMs();
    for (const text of texts) await ask(text);
    rounds.push((cpuMs() - before) / texts.length);
  }
  const each = Math.min(...rounds);
  expect(each).toBeLessThan(MOST_MS);
});
