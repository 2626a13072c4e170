import { compose } from "../src/engine/composition/compose.ts";
import { createComposer } from "../src/engine/composition/composer.ts";
import { type Catalog, openCatalog } from "../src/gate/catalog/catalog.ts";
import type { Agent } from "../src/schema/agent.ts";
import { fixedSource } from "../src/testing/fixed-source.ts";
import { makeAgent } from "../src/testing/fixtures.ts";
import { makeCapability } from "../src/testing/make-tool.ts";
import { type Figure, measure, type Scale, type Work } from "./measure.ts";
import { type Row, ratio, times, withinUs } from "./report.ts";

const TARGET_US = 200;
/** Ten times the catalog; the rest is the noise of a shared machine. */
const MOST_GROWTH = 2;
const PER_CAPABILITY = 10;
const BUDGET = { maxTools: 40, maxTokens: 8_000 };

/** What an agent of 1,000 tools costs before each model call, and what deferring saves it. */
export async function benchCompose(scale: Scale): Promise<Row[]> {
  const [small, large] = [await catalogOf(1_000), await catalogOf(10_000)];
  // Compared with itself in a small catalog: what it costs must not hang on what else there is.
  const figures = await measure(
    [...worksOf("1,000 tools", small), ...worksOf("10,000 tools", large)],
    scale,
  );
  const floors = figures.slice(0, figures.length / 2);
  return [
    ...figures.map((figure, index) => rowOf(figure, floors[index % floors.length])),
    savingsOf(large, agentOf(500)),
  ];
}

function worksOf(catalogSize: string, catalog: Catalog): Work[] {
  const composer = createComposer(catalog);
  const stored = JSON.stringify(agentOf(1_000));
  // As the store gives it: never the same object twice.
  const copies = Array.from({ length: 64 }, () => JSON.parse(stored) as Agent);
  let n = 0;
  const run = (state: Parameters<typeof composer>[1]) => {
    const agent = copies[n++ % copies.length];
    const { tools, deferred } = composer(agent ?? agentOf(1_000), state);
    const count = tools.length + deferred.length;
    if (count < 1_000) throw new Error(`${count} tools, not 1,000.`);
  };
  return [
    { name: `compose, unchanged, catalog of ${catalogSize}`, run: () => run({}) },
    {
      name: `compose, something new found, catalog of ${catalogSize}`,
      run: () => run({ budget: BUDGET, loaded: [`builtin:c99:c99_tool_${n % 10}`, `${n}`] }),
    },
  ];
}

function rowOf(figure: Figure, floor: Figure | undefined): Row {
  return figure.name.includes("unchanged")
    ? withinUs(figure, floor, TARGET_US)
    : ratio(figure, floor, MOST_GROWTH);
}

/** Tokens of tools in one request, not microseconds. */
function savingsOf(catalog: Catalog, agent: Agent): Row {
  const whole = compose(catalog, agent).tokens.tools;
  const { tools } = compose(catalog, agent, { budget: BUDGET }).tokens;
  return {
    name: `tokens of 500 tools, ${BUDGET.maxTools} at most sent`,
    against: "all of them sent",
    figure: times(tools / whole),
    target: "≤ 0.2 ×",
    met: tools / whole <= 0.2,
    details: `${tools} / ${whole} tokens`,
  };
}

function agentOf(tools: number): Agent {
  const ids = Array.from({ length: tools / PER_CAPABILITY }, (_, n) => `c${n}`);
  return makeAgent({ systemPrompt: "You help. ".repeat(200), capabilities: ids });
}

/** Schemas of the size that servers have: half a dozen described fields. */
async function catalogOf(tools: number): Promise<Catalog> {
  const search = makeCapability({ id: "tool_search" }, [{ name: "search_tools" }]);
  const entries = Array.from({ length: tools / PER_CAPABILITY }, (_, c) =>
    makeCapability(
      { id: `c${c}`, systemPrompt: `You can do what c${c} does.` },
      Array.from({ length: PER_CAPABILITY }, (_, t) => ({
        name: `${c % 20 === 0 ? "" : `c${c}_`}tool_${t}`,
        description: `Does the ${t}th thing that c${c} is for, and says what came of it.`,
        inputSchema: {
          type: "object",
          properties: Object.fromEntries(
            ["path", "query", "limit", "offset", "format", "since"].map((field) => [
              field,
              { type: "string", description: `The ${field} of what is wanted, as it is written.` },
            ]),
          ),
          required: ["path"],
        },
      })),
    ),
  );
  return openCatalog([fixedSource(() => [search, ...entries])]);
}
