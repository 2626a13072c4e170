import { describe, expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import type { AgentCapability } from "../../schema/agent.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import type { Contribution, Owned } from "../session-feature.ts";
import { type ComposeState, compose } from "./compose.ts";
import { createComposer } from "./composer.ts";

const shelves = makeCapability({ id: "shelves" }, [{ name: "open" }, { name: "read" }]);
const files = makeCapability({ id: "files", systemPrompt: "You have files." }, [
  { name: "read" },
  { name: "write" },
]);
const book = describeCapability(
  { id: "books", kind: "ext" },
  makeCapability({ id: "atlas" }, [{ name: "write" }, { name: "draw" }]),
);
const owned: readonly Owned[] = [
  { capabilities: ["shelves"], kind: "skill", names: { prefix: "shelf_", of: "the shelves" } },
];
const books: Contribution = {
  key: "atlas",
  capabilities: ["shelves"],
  tools: book.entries.map(({ tool }) => tool),
  block: () => ({ text: "You have an atlas.", shortened: "cut", warnings: ["It is long."] }),
};

async function composed(capabilities: AgentCapability[], state?: ComposeState) {
  const catalog = await openCatalog([fixedSource(() => [shelves, files])]);
  return compose(catalog, makeAgent({ systemPrompt: "Help.", capabilities }), state, { owned });
}

const namesIn = ({ tools }: Awaited<ReturnType<typeof composed>>) =>
  tools.map(({ wireName }) => wireName);

describe("a feature's contribution", () => {
  test("X43, P21: puts its tools first and its block before the agent's own prompt", async () => {
    const agent = await composed(["files"], { contributions: [books] });
    expect(agent.systemPrompt).toBe("You have files.\n\nYou have an atlas.\n\nHelp.");
    expect(agent.capabilities).toEqual(["shelves", "files"]);
    expect(agent.shortened).toBe("cut");
    expect(agent.warnings.at(-1)).toBe("It is long.");
  });

  test("X4: keeps the names of its capabilities, and its added tools yield to known ones", async () => {
    const agent = await composed(["files"], { contributions: [books] });
    expect(namesIn(agent)).toEqual([
      ...["open", "read"],
      ...[expect.stringMatching(/^ext_atlas__write/), "draw"],
      ...["files__read", "write"],
    ]);
  });

  test("P17: is the only way to the capabilities of its feature, whatever an agent lists", async () => {
    expect(namesIn(await composed(["shelves", "files"]))).toEqual(["read", "write"]);
    const agent = await composed(["files", "shelves"], { contributions: [books] });
    expect(agent.capabilities).toEqual(["files", "shelves"]);
    expect(namesIn(agent).slice(0, 2)).toEqual(["open", "read"]);
  });

  test("X43: stands beside the same capability, attached to the session itself", async () => {
    const state = { attached: ["shelves"], contributions: [books] };
    expect((await composed(["files"], state)).capabilities).toEqual(["shelves", "files"]);
  });

  test("P5: brings what no agent may list", async () => {
    const catalog = await openCatalog([
      fixedSource(() => [makeCapability({ id: "atlas" })], { kind: "skill" }),
    ]);
    const agent = makeAgent({ name: "a", capabilities: ["skill:atlas"] });
    expect(() => compose(catalog, agent, {}, { owned })).toThrow(
      'Agent "a" lists "skill:atlas": a skill is attached to a session, not given to an agent.',
    );
    expect(compose(catalog, agent).capabilities).toEqual(["skill:atlas"]);
  });

  test("X16: is composed anew for another key alone", async () => {
    const catalog = await openCatalog([fixedSource(() => [shelves, files])]);
    const composer = createComposer(catalog, { owned });
    const agent = makeAgent({ capabilities: ["files"] });
    let blocks = 0;
    const counted = (key: string) => ({
      ...books,
      key,
      block: () => ({ text: `${++blocks}`, shortened: "no" as const, warnings: [] }),
    });
    const first = composer(agent, { contributions: [counted("a")] });
    expect(composer(agent, { contributions: [counted("a")] })).toBe(first);
    expect(composer(agent, { contributions: [counted("b")] })).not.toBe(first);
    expect(composer(agent)).not.toBe(first);
    expect(blocks).toBe(2);
  });
});
