import { expect, test } from "vitest";
import { packBlock } from "./pack-block.ts";
import { packBudget } from "./pack-budget.ts";

test.each([
  ["anthropic/claude-sonnet-4-5", 4_000],
  ["openai/gpt-4o-mini", 2_560],
  ["openai/gpt-4.1", 20_000],
  ["openai/gpt-4", 200],
  ["google/gemini-2.5-pro", 20_000],
  ["ollama/qwen3", 640],
  ["offline", 4_000],
  ["openai/of-tomorrow", 4_000],
])("P13: %s has 2 %% of its window for packs: %i tokens", (model, tokens) => {
  expect(packBudget(null, model).tokens).toBe(tokens);
  expect(packBudget(300, model).tokens).toBe(300);
});

const packs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `p${n}`,
    name: `p${n}`,
    description: "Reads tables and says at length what is in them. ".repeat(n + 1).trim(),
    hasToolsJson: false,
  }));
const descriptions = (text: string) => text.match(/(?<=^ {2}description: ).*/gm) ?? [];

test("P13: descriptions are cut evenly, then left out; ids and names stay, and it is said", () => {
  const fits = packBlock(packs(3), packBudget(null, "offline"));
  expect(fits).toMatchObject({ shortened: "no", warnings: [] });
  const cut = packBlock(packs(12), packBudget(500, "offline"));
  const lengths = descriptions(cut.text).map(({ length }) => length);
  const [first = 0, ...others] = lengths;
  expect(lengths).toHaveLength(12);
  expect(first).toBe(48);
  expect(new Set(others).size).toBe(1);
  expect(cut).toMatchObject({ shortened: "cut" });
  expect(cut.warnings).toEqual([
    expect.stringMatching(
      /^Descriptions of packs are cut to \d+ characters each: whole, they take about \d+ tokens, and limits\.pack_block_tokens is 500\. Detach a pack, or raise it\.$/,
    ),
  ]);
  const left = packBlock(packs(40), packBudget(null, "openai/gpt-4"));
  expect(descriptions(left.text)).toEqual([]);
  expect(left.text.match(/^- pack_id: p\d+$/gm)).toHaveLength(40);
  expect(left).toMatchObject({ shortened: "left_out" });
  expect(left.warnings[0]).toMatch(
    /^Descriptions of packs are left out: .* and 2 % of what openai\/gpt-4 reads at once is 200\./,
  );
});
