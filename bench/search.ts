import { createToolIndex } from "../src/gate/catalog/search/tool-index.ts";
import type { Tool } from "../src/schema/tool.ts";
import { makeTool } from "../src/testing/make-tool.ts";
import { labelledRequests } from "./data/requests.ts";
import { labelledTools } from "./data/tools.ts";
import { measure, type Scale, type Work } from "./measure.ts";
import { type Row, withinUs } from "./report.ts";

const TARGET_US = 5_000;
const BUILD_TARGET_US = 1_500_000;

/** What a search costs as tools become many, over the labelled requests; and making the index. */
export async function benchSearch(scale: Scale): Promise<Row[]> {
  const [small, middle, large] = [100, 1_000, 10_000].map(toolsOf);
  const works = [small, middle, large].map((tools = []) => searchesOf(tools));
  const [floor, ...searches] = await measure(works, scale);
  const builds = [small, large].map((tools = []) => buildOf(tools));
  const [buildFloor, build] = await measure(builds, { rounds: 7, runs: 1, warmUps: 1 });
  return [
    ...[floor, ...searches].map((figure) => withinUs(figure, floor, TARGET_US)),
    withinUs(build, buildFloor, BUILD_TARGET_US),
  ];
}

function searchesOf(tools: readonly Tool[]): Work {
  const index = createToolIndex(tools);
  const requests = labelledRequests();
  let n = 0;
  return {
    name: `search, ${tools.length} tools`,
    run: () => {
      const { text = "" } = requests[n++ % requests.length] ?? {};
      // What a few requests ask for is not among a hundred tools.
      if (index.search(text).length === 0 && tools.length > 100)
        throw new Error(`Nothing found for "${text}" in ${tools.length} tools.`);
    },
  };
}

function buildOf(tools: readonly Tool[]): Work {
  return {
    name: `index of ${tools.length} tools`,
    run: () => {
      createToolIndex(tools);
    },
  };
}

/**
 * The labelled tools again and again, each time on other servers and with words of a neighbour, so
 * that neither the texts nor the vocabulary merely repeat.
 */
function toolsOf(count: number): Tool[] {
  const tools = labelledTools();
  return Array.from({ length: count }, (_, n) => {
    const [tool, neighbour] = [tools[n % tools.length], tools[(n * 7 + 3) % tools.length]];
    if (!tool || !neighbour) throw new Error("There are no labelled tools.");
    const round = Math.floor(n / tools.length);
    if (round === 0) return tool;
    return makeTool({
      ...tool,
      toolId: `${tool.toolId}_${round}`,
      sourceId: `${tool.sourceId}${round}`,
      capabilityId: `${tool.capabilityId}${round}`,
      name: `${tool.name}_${inventWord(n)}`,
      description: `${tool.description} ${neighbour.description} For ${inventWord(n * 31)}.`,
    });
  });
}

const SYLLABLES = ["ba", "cor", "den", "fi", "gul", "ham", "jo", "kel", "lim", "mor", "nu", "pra"];

function inventWord(seed: number): string {
  const digits = [seed % 12, Math.floor(seed / 12) % 12, Math.floor(seed / 144) % 12];
  return digits.map((digit) => SYLLABLES[digit]).join("");
}
