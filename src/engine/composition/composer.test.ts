import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import type { AgentCapability } from "../../schema/agent.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { compose } from "./compose.ts";
import { type Composer, createComposer } from "./composer.ts";

const configSchema = { type: "object" };
const ENTRIES = [
  makeCapability({ id: "a", systemPrompt: "a", dependencies: ["b"], configSchema }, [
    { name: "read" },
    { name: "a" },
  ]),
  makeCapability({ id: "b", systemPrompt: "b", configSchema }, [{ name: "read" }, { name: "b" }]),
  makeCapability({ id: "c", status: "deprecated", configSchema }, [{ name: "read" }]),
  makeCapability({ id: "tool_search", configSchema }, [{ name: "search_tools" }]),
];
const catalogOf = (entries = ENTRIES) => openCatalog([fixedSource(() => [...entries])]);

describe("a composer", () => {
  test("X16: composes anew when the agent, what was found or the budget is another", async () => {
    const catalog = await catalogOf();
    const agent = makeAgent({ capabilities: ["a", "c"] });
    const state = { loaded: ["builtin:a:a"], budget: { maxTools: 3, maxTokens: 1_000 } };
    const same = (...other: Parameters<Composer>) => {
      const composer = createComposer(catalog);
      return composer(agent, state) === composer(...other);
    };
    expect(same(structuredClone(agent), structuredClone(state))).toBe(true);
    expect(same({ ...agent, id: "agent_other" }, state)).toBe(false);
    expect(same({ ...agent, capabilities: ["c", "a"] }, state)).toBe(false);
    expect(same({ ...agent, capabilities: [{ id: "a", config: {} }, "c"] }, state)).toBe(false);
    expect(same({ ...agent, systemPrompt: "Other." }, state)).toBe(false);
    expect(same(agent, { ...state, loaded: [] })).toBe(false);
    expect(same(agent, { ...state, budget: { ...state.budget, maxTools: 4 } })).toBe(false);
    expect(same(agent)).toBe(false);
  });

  test("X16: is not misled by an agent that was changed in place", async () => {
    const composer = createComposer(await catalogOf());
    const agent = makeAgent({ capabilities: ["b"] });
    composer(agent);
    agent.capabilities.push("c");
    expect(composer(agent).tools).toHaveLength(3);
  });

  test("E51: keeps no mistake: what is missing may come", async () => {
    const entries = [...ENTRIES];
    const catalog = await openCatalog([fixedSource(() => [...entries])]);
    const composer = createComposer(catalog);
    const agent = makeAgent({ capabilities: ["late"] });
    expect(() => composer(agent)).toThrow(expect.objectContaining({ code: "CAPABILITY_UNKNOWN" }));
    entries.push(makeCapability({ id: "late" }, [{ name: "come" }]));
    await catalog.refresh();
    expect(composer(agent).tools).toHaveLength(1);
  });
});

test("X15: the same input gives the same bytes, also to another composer", async () => {
  const [catalog, other] = [await catalogOf(), await catalogOf()];
  const composer = createComposer(catalog);
  const entry = fc.oneof<fc.Arbitrary<AgentCapability>[]>(
    fc.constantFrom("a", "b", "c", "tool_search"),
    fc.record({ id: fc.constantFrom("a@^1", "b", "c"), config: fc.constant({ deep: 1 }) }),
  );
  const capabilities = fc.uniqueArray(entry, {
    selector: (it) => (typeof it === "string" ? it : it.id).slice(0, 1),
  });
  const state = fc.record({
    loaded: fc.array(fc.constantFrom("builtin:a:read", "builtin:b:b", "builtin:c:read", "x")),
    budget: fc.record({ maxTools: fc.nat(6), maxTokens: fc.nat(200) }),
  });
  fc.assert(
    fc.property(capabilities, state, fc.string(), (some, given, systemPrompt) => {
      const agent = makeAgent({ capabilities: some, systemPrompt });
      const bytes = JSON.stringify(composer(agent, given));
      expect(JSON.stringify(composer(structuredClone(agent), structuredClone(given)))).toBe(bytes);
      expect(JSON.stringify(createComposer(other)(agent, given))).toBe(bytes);
      expect(JSON.stringify(compose(catalog, agent, given))).toBe(bytes);
    }),
  );
});
