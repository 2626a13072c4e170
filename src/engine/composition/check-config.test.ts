import { expect, test } from "vitest";
import { checkConfig } from "./check-config.ts";

const configSchema = {
  type: "object",
  properties: { depth: { type: "integer" }, units: { enum: ["metric"] } },
  required: ["depth"],
  additionalProperties: false,
};

test("E67: what fits is given back as it is", () => {
  const config = { depth: 3 };
  expect(checkConfig({ id: "x", configSchema }, config)).toBe(config);
  expect(checkConfig({ id: "x" }, undefined)).toEqual({});
});

test.each([
  { config: undefined, said: '"depth" is missing.' },
  { config: {}, said: '"depth" is missing.' },
  { config: { depth: "3" }, said: '"depth" must be integer, not string.' },
  { config: { depth: 3, more: 1 }, said: '"more" is not a known field.' },
])("E67: $config is refused: $said", ({ config, said }) => {
  expect(() => checkConfig({ id: "x", configSchema }, config)).toThrow(
    expect.objectContaining({
      code: "CONFIG_INVALID",
      message: `Configuration of "x": ${said}`,
      details: { field: "capabilities", capability_id: "x" },
    }),
  );
});

test.each([[{}], [{ depth: 1 }]])("E67: %j for one without a schema is refused", (config) => {
  expect(() => checkConfig({ id: "x" }, config)).toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID", message: '"x" has nothing to configure.' }),
  );
});

test("E67: a schema that is none refuses by name, and does not fall over", () => {
  const broken = { properties: { a: { $ref: "#/nowhere" } } };
  expect(() => checkConfig({ id: "x", configSchema: broken }, { a: 1 })).toThrow(
    expect.objectContaining({ code: "CONFIG_INVALID", message: expect.stringContaining('"x"') }),
  );
});
