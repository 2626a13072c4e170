import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import type { AgentCapability } from "../../schema/agent.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent, makeMessage } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { type ComposeState, compose } from "./compose.ts";
import { createComposer } from "./composer.ts";
import { loadedTools, SEARCH_TOOLS } from "./loaded-tools.ts";

const catalogOf = (...entries: SourcedCapability[]) => openCatalog([fixedSource(() => entries)]);

async function composed(
  entries: SourcedCapability[],
  capabilities: AgentCapability[],
  state?: ComposeState,
) {
  return compose(await catalogOf(...entries), makeAgent({ systemPrompt: "", capabilities }), state);
}

const needing = (id: string, ...dependencies: string[]) =>
  makeCapability({ id, systemPrompt: id, dependencies }, [{ name: `${id}_tool` }]);

describe("dependencies", () => {
  test("E66: come before what needs them, and are named", async () => {
    const entries = [needing("a", "b"), needing("b", "c"), needing("c")];
    const { systemPrompt, warnings } = await composed(entries, ["a"]);
    expect(systemPrompt).toBe("c\n\nb\n\na");
    expect(warnings).toEqual([
      '"c" was added, because "b" needs it.',
      '"b" was added, because "a" needs it.',
    ]);
  });

  test("E66: one that the agent lists too late is moved up, and that is said", async () => {
    const { systemPrompt, warnings } = await composed(
      [needing("a", "b"), needing("b")],
      ["a", "b"],
    );
    expect(systemPrompt).toBe("b\n\na");
    expect(warnings).toEqual(['"b" comes before "a", which needs it.']);
  });

  test("E66: a circle is an error that names it", async () => {
    const entries = [needing("a", "b"), needing("b", "c"), needing("c", "b")];
    await expect(composed(entries, ["a"])).rejects.toMatchObject({
      code: "CAPABILITY_CYCLE",
      message: expect.stringContaining("b → c → b"),
    });
  });

  test("E66: a circle is always found, and only where there is one", async () => {
    const size = 6;
    const edge = fc.tuple(fc.nat(size - 1), fc.nat(size - 1));
    await fc.assert(
      fc.asyncProperty(fc.array(edge, { maxLength: 12 }), async (edges) => {
        const ids = Array.from({ length: size }, (_, n) => `c${n}`);
        const entries = ids.map((id, n) =>
          needing(id, ...edges.filter(([from]) => from === n).map(([, to]) => `c${to}`)),
        );
        const attempt = composed(entries, ids);
        if (hasCircle(size, edges)) {
          await expect(attempt).rejects.toMatchObject({ code: "CAPABILITY_CYCLE" });
        } else {
          const order = (await attempt).systemPrompt.split("\n\n");
          for (const [from, to] of edges) {
            expect(order.indexOf(`c${to}`)).toBeLessThan(order.indexOf(`c${from}`));
          }
        }
      }),
    );
  });
});

/** By repeatedly taking away what needs nothing that is left. */
function hasCircle(size: number, edges: readonly (readonly [number, number])[]): boolean {
  let left = new Set(Array.from({ length: size }, (_, n) => n));
  for (;;) {
    const free = [...left].filter((n) => !edges.some(([from, to]) => from === n && left.has(to)));
    if (free.length === 0) return left.size > 0;
    left = new Set([...left].filter((n) => !free.includes(n)));
  }
}

describe("versions and statuses", () => {
  const v2 = makeCapability({ id: "v", version: "2.1.0" });

  test.each(["v", "v@^2.0.0", "v@2", "v@>=1 <3"])("E69, X25: %s takes 2.1.0", async (entry) => {
    await expect(composed([v2], [entry])).resolves.toBeDefined();
  });

  test.each(["v@^1.0.0", "v@3", "v@nonsense"])("E69, X25: %s does not", async (entry) => {
    await expect(composed([v2], [entry])).rejects.toMatchObject({
      code: "CAPABILITY_UNKNOWN",
      message: expect.stringContaining("2.1.0"),
    });
  });

  test.each(["draft", "coming_soon", "retired"] as const)(
    "X26: what is %s adds nothing, and that is said",
    async (status) => {
      const one = makeCapability({ id: "x", status, systemPrompt: "x" }, [{ name: "t" }]);
      const { systemPrompt, tools, warnings } = await composed([one], ["x"]);
      expect({ systemPrompt, tools }).toEqual({ systemPrompt: "", tools: [] });
      expect(warnings).toHaveLength(1);
    },
  );

  test("X26: what is deprecated works, and that is said", async () => {
    const one = makeCapability({ id: "x", status: "deprecated" }, [{ name: "t" }]);
    const { tools, warnings } = await composed([one], ["x"]);
    expect(tools).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining("deprecated")]);
  });
});

describe("configuration", () => {
  const configSchema = {
    type: "object",
    properties: { units: { enum: ["metric", "imperial"] } },
    required: ["units"],
    additionalProperties: false,
  };
  const one = makeCapability({ id: "x", configSchema });

  test("E67: that fits is there for the capability", async () => {
    const { configOf } = await composed([one], [{ id: "x", config: { units: "metric" } }]);
    expect(configOf("x")).toEqual({ units: "metric" });
    expect(configOf("__proto__")).toEqual({});
  });

  test.each([[{ units: "cubits" }], [{}], [{ units: "metric", more: 1 }]])(
    "E67: %j is refused",
    async (config) => {
      await expect(composed([one], [{ id: "x", config }])).rejects.toMatchObject({
        code: "CONFIG_INVALID",
      });
    },
  );
});

describe("names", () => {
  const [a, b] = ["a", "b"].map((id) => makeCapability({ id }, [{ name: "read" }]));
  if (!a || !b) throw new Error("unreachable");

  test("E68, X4: colliding ones are namespaced, and that is said; an alias wins", async () => {
    const both = await composed([a, b], ["a", "b"]);
    expect(both.tools.map(({ wireName }) => wireName)).toEqual(["a__read", "b__read"]);
    expect(both.warnings).toHaveLength(2);
    const named = await composed([a, b], [{ id: "a", aliases: { read: "look" } }, "b"]);
    expect(named.tools.map(({ wireName }) => wireName)).toEqual(["look", "read"]);
    expect(named.findTool("look")?.capabilityId).toBe("a");
    expect(named.warnings).toEqual([]);
  });

  test("X4: an alias that another tool's name is makes that one give way", async () => {
    const c = makeCapability({ id: "c" }, [{ name: "look" }]);
    const { tools } = await composed([a, c], [{ id: "a", aliases: { read: "look" } }, "c"]);
    expect(tools.map(({ wireName }) => wireName)).toEqual(["look", "c__look"]);
  });

  test("X3, X4: are valid, unique and lead back to their tools, for any set of names", async () => {
    const name = fc.string({ minLength: 1, maxLength: 80 });
    const set = fc.uniqueArray(name, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(set, set, async (first, second) => {
        const entries = [first, second].map((names, n) =>
          makeCapability(
            { id: `c${n}` },
            names.map((it) => ({ name: it })),
          ),
        );
        const { tools, findTool } = await composed(entries, ["c0", "c1"]);
        const wireNames = tools.map(({ wireName }) => wireName);
        expect(new Set(wireNames).size).toBe(tools.length);
        for (const tool of tools) {
          expect(tool.wireName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
          expect(findTool(tool.wireName)).toBe(tool);
        }
      }),
    );
  });
});

describe("more tools than a model should be sent", () => {
  const many = makeCapability(
    { id: "many" },
    Array.from({ length: 500 }, (_, n) => ({ name: `tool_${n}`, description: `Does ${n}.` })),
  );
  const search = makeCapability({ id: "tool_search" }, [{ name: "search_tools" }]);
  const budget = { maxTools: 21, maxTokens: 100_000 };
  const send = (loaded: string[] = [], more: Partial<typeof budget> = {}) =>
    composed([many, search], ["many"], { loaded, budget: { ...budget, ...more } });
  const idOf = (n: number) => `builtin:many:tool_${n}`;

  test("P46: the rest waits behind search_tools, and what that saves is said", async () => {
    const { tools, deferred, warnings, tokens } = await send();
    expect(tools[0]?.toolId).toBe(SEARCH_TOOLS);
    expect(tools).toHaveLength(11);
    expect(deferred).toHaveLength(490);
    expect(warnings).toEqual([expect.stringContaining("490 tools are not sent")]);
    expect(tokens.deferred).toBeGreaterThan(tokens.tools * 10);
  });

  test("P46: what was found is sent from then on, at the end, so that the beginning stays", async () => {
    const [before, after] = [await send(), await send([idOf(300), idOf(400)])];
    expect(after.tools.slice(0, before.tools.length)).toEqual(before.tools);
    expect(after.tools.slice(before.tools.length).map(({ toolId }) => toolId)).toEqual([
      idOf(300),
      idOf(400),
    ]);
    expect(after.deferred).toHaveLength(488);
  });

  test("P46: the latest found stay longest", async () => {
    const found = Array.from({ length: 15 }, (_, n) => idOf(300 + n));
    const { tools } = await send(found);
    expect(tools).toHaveLength(21);
    expect(tools.at(-1)?.toolId).toBe(idOf(314));
    expect(tools.map(({ toolId }) => toolId)).not.toContain(idOf(300));
  });

  test("P46: tokens are a limit like the number", async () => {
    const { tools, tokens } = await send([], { maxTools: 1_000, maxTokens: 600 });
    expect(tools.length).toBeLessThan(30);
    expect(tokens.tools).toBeLessThanOrEqual(600);
  });

  test("P46: an agent within its budget is sent whole, without search_tools", async () => {
    const { tools, deferred } = await send([], { maxTools: 500 });
    expect({ tools: tools.length, deferred: deferred.length }).toEqual({ tools: 500, deferred: 0 });
  });
});

test("X16: what search_tools found is read from the conversation, and garbage is not", () => {
  const answer = (content: string, toolId = SEARCH_TOOLS) =>
    makeMessage({ role: "tool", toolId, content });
  const found = (...ids: unknown[]) =>
    JSON.stringify({ tools: ids.map((tool_id) => ({ tool_id })) });
  expect(
    loadedTools([
      answer(found("a", "b")),
      answer("not JSON"),
      answer('{"tools":7}'),
      answer(found("c"), "builtin:other:tool"),
      answer(found("b", 7, "d")),
    ]),
  ).toEqual(["a", "b", "d"]);
});

describe("a composer", () => {
  test("X15: gives the same bytes each time, and the same object while nothing changes", async () => {
    const catalog = await catalogOf(needing("a", "b"), needing("b"));
    const composer = createComposer(catalog);
    const agent = makeAgent({ capabilities: ["a"] });
    expect(composer(structuredClone(agent))).toBe(composer(agent));
    expect(JSON.stringify(createComposer(catalog)(agent))).toBe(JSON.stringify(composer(agent)));
    expect(composer({ ...agent, systemPrompt: "other" })).not.toBe(composer(agent));
    expect(composer(agent, { loaded: ["x"] })).not.toBe(composer(agent));
  });

  test("X16: sees a catalog that has changed", async () => {
    const entries = [needing("a")];
    const catalog = await openCatalog([fixedSource(() => [...entries])]);
    const composer = createComposer(catalog);
    const agent = makeAgent({ capabilities: ["a"] });
    const before = composer(agent);
    entries[0] = makeCapability({ id: "a", systemPrompt: "changed" });
    await catalog.refresh();
    expect(composer(agent).systemPrompt).not.toBe(before.systemPrompt);
  });
});
