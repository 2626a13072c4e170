import { describe, expect, test } from "vitest";
import { openCatalog } from "../../gate/catalog/catalog.ts";
import type { AgentCapability } from "../../schema/agent.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import { fixedSource } from "../../testing/fixed-source.ts";
import { makeAgent } from "../../testing/fixtures.ts";
import { makeCapability } from "../../testing/make-tool.ts";
import { attachCapabilities } from "./attach-capabilities.ts";

type Given = Partial<SourcedCapability> & Pick<SourcedCapability, "id">;

async function attach(given: Given[], capabilities: AgentCapability[]) {
  const entries = given.map((one) => makeCapability(one));
  const catalog = await openCatalog([fixedSource(() => entries)]);
  const { attached, warnings } = attachCapabilities(catalog, makeAgent({ capabilities }));
  return { ids: attached.map(({ capability }) => capability.id), attached, warnings };
}

const a = { id: "a", dependencies: ["b@^1"] };
const b = { id: "b", version: "1.4.0" };
const c = { id: "c" };

describe("what an agent lists", () => {
  test("E58, E61: comes in the order of the list", async () => {
    expect((await attach([a, b, c], ["c", "b", "a"])).ids).toEqual(["c", "b", "a"]);
    expect((await attach([a, b, c], ["b", "c", "a"])).ids).toEqual(["b", "c", "a"]);
  });

  test.each([[["c", "c"]], [["c", "c@^1"]], [["c", { id: "c", config: {} }]]])(
    "X4: %j is the same capability twice, and refused",
    async (capabilities) => {
      await expect(attach([c], capabilities)).rejects.toMatchObject({
        code: "CONFIG_INVALID",
        message: 'Agent "assistant" lists "c" twice.',
      });
    },
  );

  test("E66: keeps its own place and configuration when others need it too", async () => {
    const configSchema = { type: "object" };
    const { ids, attached, warnings } = await attach(
      [a, { ...b, configSchema }, c],
      [{ id: "b", config: { deep: true } }, "c", "a"],
    );
    expect(ids).toEqual(["b", "c", "a"]);
    expect(attached[0]?.config).toEqual({ deep: true });
    expect(warnings).toEqual([]);
  });
});

describe("what others need", () => {
  test("E66, E69: is refused in a version that will not do, naming who needs it", async () => {
    await expect(attach([a, { ...b, version: "2.0.0" }], ["b", "a"])).rejects.toMatchObject({
      code: "CAPABILITY_UNKNOWN",
      message: '"a" needs "b@^1"; there is 2.0.0.',
    });
  });

  test("E66: is refused when there is none, naming who needs it", async () => {
    await expect(attach([a], ["a"])).rejects.toMatchObject({
      code: "CAPABILITY_UNKNOWN",
      message: '"a" needs "b", and there is no such capability.',
    });
  });

  test("E65: is named as it is called, when it is one of one's own without its source", async () => {
    await expect(attach([{ ...b, id: "ext:b" }], ["b"])).rejects.toMatchObject({
      message: expect.stringContaining('there is no such capability. There is "ext:b".'),
    });
  });

  test("E66, X26: is not brought along by one that does nothing", async () => {
    const { ids, warnings } = await attach([{ ...a, status: "retired" }, b], ["a"]);
    expect(ids).toEqual([]);
    expect(warnings).toEqual(['"a" does nothing: it is retired.']);
  });

  test("E66, X26: may do nothing itself, which is said", async () => {
    const { ids, warnings } = await attach([a, { ...b, status: "coming_soon" }], ["a"]);
    expect(ids).toEqual(["a"]);
    expect(warnings).toEqual([
      '"b" was added, because "a" needs it.',
      '"b" does nothing: it is coming soon.',
    ]);
  });

  test("E66: is added once, for the first that needs it", async () => {
    const { ids, warnings } = await attach([a, b, { ...c, dependencies: ["b"] }], ["a", "c"]);
    expect(ids).toEqual(["b", "a", "c"]);
    expect(warnings).toEqual(['"b" was added, because "a" needs it.']);
  });

  test("E66: is said to have moved once, and nothing else is", async () => {
    const { ids, warnings } = await attach([a, b, c], ["a", "c", "b"]);
    expect(ids).toEqual(["b", "a", "c"]);
    expect(warnings).toEqual(['"b" comes before "a", which needs it.']);
  });
});

test("E69, X25: a version before the first does not count as one of the range", async () => {
  const beta = { ...b, version: "1.5.0-beta.1" };
  await expect(attach([beta], ["b@^1"])).rejects.toMatchObject({ code: "CAPABILITY_UNKNOWN" });
  expect((await attach([beta], ["b"])).ids).toEqual(["b"]);
});

test("E67, X26: the configuration of one that does nothing stops nobody", async () => {
  const retired = { id: "r", status: "retired" as const };
  await expect(attach([retired], [{ id: "r", config: { old: 1 } }])).resolves.toBeDefined();
});
