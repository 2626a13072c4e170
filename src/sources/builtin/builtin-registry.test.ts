import { expect, test } from "vitest";
import { sourceContract } from "../../testing/source-contract.ts";
import { BUILTINS, createBuiltinRegistry } from "./builtin-registry.ts";
import { noop } from "./noop.ts";

sourceContract("the built-in registry", async () => createBuiltinRegistry());

const idsIn = async (registry: ReturnType<typeof createBuiltinRegistry>) =>
  (await registry.list()).map(({ capability }) => capability.id);

test("E5, E14: the registry starts with the built-ins, in the order in which they ship", async () => {
  expect(await idsIn(createBuiltinRegistry())).toEqual(["noop", "current_time", "test_math"]);
  expect(BUILTINS.map(({ id }) => id)).toEqual(["noop", "current_time", "test_math"]);
});

test("E14: the registry can start empty and takes what is registered", async () => {
  const registry = createBuiltinRegistry([]);
  expect(await registry.list()).toEqual([]);
  registry.register(noop);
  registry.register({ ...noop, id: "mine", name: "Mine" });
  expect(await idsIn(registry)).toEqual(["noop", "mine"]);
});

test("E14: the registry refuses an id that is taken, and keeps the first", async () => {
  const registry = createBuiltinRegistry([noop]);
  const impostor = { ...noop, name: "Impostor" };
  expect(() => registry.register(impostor)).toThrow(
    expect.objectContaining({
      code: "SETTINGS_INVALID",
      message: expect.stringContaining('"noop"'),
    }),
  );
  expect((await registry.list()).map(({ capability }) => capability.name)).toEqual(["No-op"]);
});

test("E14: the registry refuses two of one id to start with", () => {
  expect(() => createBuiltinRegistry([noop, noop])).toThrow('"noop"');
});

test.each(["__proto__", "constructor", "toString"])(
  "E14: %s is an id like any other",
  async (id) => {
    const registry = createBuiltinRegistry([]);
    registry.register({ ...noop, id });
    expect(await idsIn(registry)).toEqual([id]);
  },
);
