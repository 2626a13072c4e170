import { describe, expect, test } from "vitest";
import { openHome } from "../../../bench/offline/home-agent.ts";
import { inventTool } from "../../../bench/offline/invent-tool.ts";
import type { Tool } from "../../schema/tool.ts";
import { makeMessage } from "../../testing/fixtures.ts";
import { createOfflineModel } from "./offline-model.ts";

async function say(...messages: string[]) {
  const home = openHome();
  try {
    const turn = (await home.talk(messages)).at(-1);
    const told = JSON.stringify(turn?.calls.map(({ tool, input }) => [tool, input]) ?? []);
    const cards = (turn?.offer ?? []).map(({ steps, missing, unplaced }) => ({
      tools: steps.map(({ toolId }) => toolId.split(":").at(-1)),
      inputs: JSON.stringify(steps[0]?.inputs).replaceAll(home.path, "~"),
      missing: missing.map(({ name }) => name),
      unplaced,
    }));
    return { calls: told.replaceAll(home.path, "~"), cards, text: turn?.text ?? "" };
  } finally {
    home.remove();
  }
}

const { signal } = new AbortController();
const ask = (content: string, tools: readonly Tool[]) =>
  createOfflineModel().respond({
    ...{ system: "", tools, messages: [makeMessage({ content })], callsBefore: 0, signal },
  });

describe("a call that only reads", () => {
  test.each([
    ["F61", "list the files in my Downloads", '[["list_files",{"path":"~/Downloads"}]]'],
    ["F64", "what is 15% of 240", '[["session calculate",{"expression":"15% of 240"}]]'],
    ["S3", "what time is it in Tokyo", '[["session get_current_time",{"timezone":"Asia/Tokyo"}]]'],
    ["S3", "fetch example.com", '[["session web_fetch",{"url":"https://example.com"}]]'],
  ])("%s: runs where an example covers every word: %s", async (_, request, calls) => {
    expect((await say(request)).calls).toBe(calls);
  });

  test("F64: a word that no example has makes it a card, and is shown", async () => {
    const { calls, cards } = await say("find duplicate files by size");
    expect(calls).toBe("[]");
    expect(cards[0]).toMatchObject({ tools: ["find_duplicates"], unplaced: ["by size"] });
  });

  test("two tools that promise the same are the person's choice", async () => {
    const tools = ["one", "two"].map((source) => ({
      ...inventTool({
        ...{ name: "find_issue", description: "Finds an issue.", properties: {} },
        examples: ["show the open issues"],
      }),
      toolId: `ext:${source}:find_issue`,
      sourceId: source,
    }));
    const { toolCalls, offer = [] } = await ask("show the open issues", tools);
    expect(toolCalls).toEqual([]);
    expect(offer.map(({ label }) => label)).toEqual(["Find issue (one)", "Find issue (two)"]);
  });

  test("a tool of high risk is offered, also where it only reads", async () => {
    expect(await say("which process uses the most memory")).toMatchObject({
      calls: "[]",
      cards: [{ tools: ["get_process_list"], inputs: '{"sort":"memory"}' }],
    });
  });
});

describe("a call that changes something", () => {
  test("is a card, also where an example covers all of it", async () => {
    const { calls, cards } = await say("write hello to /a.txt");
    expect(calls).toBe("[]");
    expect(cards).toEqual([
      {
        tools: ["write_file"],
        inputs: '{"content":"hello","path":"/a.txt"}',
        missing: [],
        unplaced: [],
      },
    ]);
  });

  test("never takes a folder for the thing in it that found no place", async () => {
    const { cards } = await say("move the boarding pass from Downloads to Documents");
    expect(cards).toEqual([
      {
        tools: ["move_file"],
        inputs: '{"destination":"~/Documents"}',
        missing: ["path"],
        unplaced: ["boarding pass", "Downloads"],
      },
    ]);
  });

  test.each([
    "profile the file sales.csv",
    "find duplicate files by size",
    "how do I delete a file",
    "don't delete notes.txt",
    "was notes.txt deleted",
  ])("is not offered for: %s", async (request) => {
    const changes = /^(?:delete|move|copy|write|edit|rename|organise|bulk|end)/;
    const tools = (await say(request)).cards.flatMap((card) => card.tools);
    expect(tools.filter((name) => changes.test(name ?? ""))).toEqual([]);
  });

  test("several steps are one card, and a later one refers to an earlier", async () => {
    const { cards } = await say("calculate 17 * 23, then write the result to result.txt");
    expect(cards).toMatchObject([{ tools: ["calculate", "write_file"], unplaced: [] }]);
  });
});

describe("what came before", () => {
  test("is a file: it", async () => {
    const { cards } = await say("write hello to /a.txt", "1", "rename it to b.txt");
    expect(cards).toMatchObject([{ inputs: '{"from":"/a.txt","to":"/b.txt"}' }]);
  });

  test("is files by their places and names", async () => {
    const listed = "list the files in my Downloads";
    const { cards } = await say(listed, "delete the first one");
    expect(cards[0]).toMatchObject({ tools: ["delete_file"], missing: [] });
    expect((await say(listed, "delete report.pdf")).cards[0]?.inputs).toBe(
      '{"path":"~/Downloads/report.pdf"}',
    );
  });

  test("F60: is a list: what is left, and one that is done", async () => {
    const list = "keep track of these tasks: buy milk, call Bob";
    expect((await say(list, "the first one is done", "1", "what's left?")).text).toBe(
      "This is left:\n- call Bob",
    );
  });

  test("is nothing else: a number of an older result is forgotten", async () => {
    const { calls } = await say("what is 2 + 3", "list the files", "multiply it by 2");
    expect(calls).toBe("[]");
  });
});
