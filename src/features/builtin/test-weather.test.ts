import { describe, expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import { schemaProblems } from "../../gate/inputs/schema-problems.ts";
import { runBuiltin } from "../../testing/run-builtin.ts";
import { mockWeather } from "./mock-weather.ts";
import { testWeather } from "./test-weather.ts";

const TODAY = 20_468;
type Answer = { city: string; mock: boolean; forecast: { date: string }[] };

const ask = (tool: string, inputs: Record<string, string | number>, time = "12:00:00.000") =>
  runBuiltin(testWeather, tool, inputs, {
    now: () => Date.parse(`2026-01-15T${time}Z`),
  }) as Promise<Answer>;

const { capability, tools } = described(testWeather);
const toolNamed = (name: string) => {
  const tool = tools.find((described) => described.name === name);
  if (!tool) throw new Error(`No tool "${name}".`);
  return tool;
};

test("E20: test_weather is available, has a cloud and a sun, and is for Testing", () => {
  expect(capability).toMatchObject({
    id: "test_weather",
    name: "Test Weather",
    status: "available",
    icon: "cloud-sun",
    category: "Testing",
  });
});

test.each(["get_weather", "get_forecast"])(
  "E20, E21: %s is named in the prompt, and only reads",
  (name) => {
    expect(capability.systemPrompt).toContain(name);
    expect(toolNamed(name)).toMatchObject({
      riskLevel: "LOW",
      sideEffectTags: [],
      behaviour: { readOnly: true, idempotent: true },
    });
  },
);

describe("get_weather", () => {
  test("E20, E21: tells today's weather of a city and says that it is made up", async () => {
    const answer = await ask("get_weather", { city: "Paris" });
    expect(answer).toEqual({ city: "Paris", mock: true, ...mockWeather("Paris", TODAY) });
    expect(schemaProblems(toolNamed("get_weather").outputSchema ?? {}, answer)).toEqual([]);
  });

  test("E21: is one for the whole day, and another on the next", async () => {
    const dawn = await ask("get_weather", { city: "Oslo" }, "00:00:00.000");
    expect(await ask("get_weather", { city: "Oslo" }, "23:59:59.999")).toEqual(dawn);
    expect(dawn).not.toMatchObject(mockWeather("Oslo", TODAY + 1));
  });
});

describe("get_forecast", () => {
  test("E21: begins with today and has three days when nothing is said", async () => {
    const answer = await ask("get_forecast", { city: "Paris" });
    expect(answer).toEqual({
      city: "Paris",
      mock: true,
      forecast: [
        { date: "2026-01-15", ...mockWeather("Paris", TODAY) },
        { date: "2026-01-16", ...mockWeather("Paris", TODAY + 1) },
        { date: "2026-01-17", ...mockWeather("Paris", TODAY + 2) },
      ],
    });
    expect(schemaProblems(toolNamed("get_forecast").outputSchema ?? {}, answer)).toEqual([]);
  });

  test.each([1, 14])("E21: tells as many days as are asked for: %d", async (days) => {
    const inputs = { city: "Paris", days };
    expect(schemaProblems(toolNamed("get_forecast").inputSchema, inputs)).toEqual([]);
    expect((await ask("get_forecast", inputs)).forecast).toHaveLength(days);
  });
});

test.each([
  { tool: "get_weather", inputs: {}, field: "city" },
  { tool: "get_weather", inputs: { city: "" }, field: "city" },
  { tool: "get_weather", inputs: { city: " \n" }, field: "city" },
  { tool: "get_weather", inputs: { city: "x".repeat(101) }, field: "city" },
  { tool: "get_weather", inputs: { city: "Paris", days: 3 }, field: "days" },
  { tool: "get_forecast", inputs: { days: 3 }, field: "city" },
  { tool: "get_forecast", inputs: { city: "Paris", days: 0 }, field: "days" },
  { tool: "get_forecast", inputs: { city: "Paris", days: 15 }, field: "days" },
  { tool: "get_forecast", inputs: { city: "Paris", days: 2.5 }, field: "days" },
])("E21: $tool refuses $inputs and names $field", ({ tool, inputs, field }) => {
  const problems = schemaProblems(toolNamed(tool).inputSchema, inputs);
  expect(problems.map((problem) => problem.field)).toEqual([field]);
});
