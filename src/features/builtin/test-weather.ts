import type { BuiltinCapability, BuiltinTool } from "../builtin-capability.ts";
import { BUILTIN_IDS } from "./builtin-ids.ts";
import { CONDITIONS, mockWeather } from "./mock-weather.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 3;

const CITY = { type: "string", pattern: "\\S", maxLength: 100, description: "The name of a city." };
const MOCK = { type: "boolean", const: true, description: "The data is made up." };
const WEATHER = {
  temperature_c: { type: "integer", description: "Degrees Celsius." },
  condition: { type: "string", enum: [...CONDITIONS] },
  humidity_percent: { type: "integer", minimum: 0, maximum: 100 },
  wind_kmh: { type: "integer", minimum: 0 },
};

export const testWeather: BuiltinCapability = {
  id: BUILTIN_IDS.testWeather,
  name: "Test Weather",
  description: "Made-up weather for any city, for trying out tool calls.",
  status: "available",
  icon: "cloud-sun",
  category: "Testing",
  systemPrompt:
    "You have weather tools: get_weather tells the current conditions in a city, get_forecast tells those of the next days.",
  tools: [
    reading({
      name: "get_weather",
      description: "Tells the current weather in a city. The data is made up.",
      examples: [
        "what is the weather in {city}",
        "how warm is it in {city} right now",
        "is it raining in {city}",
        "current conditions in {city}",
        "do I need a coat in {city} today",
      ],
      inputSchema: {
        type: "object",
        properties: { city: CITY },
        required: ["city"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: { city: { type: "string" }, mock: MOCK, ...WEATHER },
        required: ["city", "mock", ...Object.keys(WEATHER)],
      },
      run: ({ city }, { now }) => ({
        city,
        mock: true,
        ...mockWeather(String(city), dayOf(now())),
      }),
    }),
    reading({
      name: "get_forecast",
      description: "Tells the weather of the next days in a city. The data is made up.",
      examples: [
        "what will the weather be in {city} for the next {days} days",
        "{days} day forecast for {city}",
        "will it rain in {city} this week",
        "forecast for {city}",
        "weather in {city} tomorrow",
      ],
      inputSchema: {
        type: "object",
        properties: {
          city: CITY,
          days: { type: "integer", minimum: 1, maximum: 14, default: DEFAULT_DAYS },
        },
        required: ["city"],
        additionalProperties: false,
      },
      outputSchema: {
        type: "object",
        properties: {
          city: { type: "string" },
          mock: MOCK,
          forecast: {
            type: "array",
            description: "One entry a day, beginning with today.",
            items: {
              type: "object",
              properties: { date: { type: "string" }, ...WEATHER },
              required: ["date", ...Object.keys(WEATHER)],
            },
          },
        },
        required: ["city", "mock", "forecast"],
      },
      run({ city, days = DEFAULT_DAYS }, { now }) {
        const today = dayOf(now());
        const forecast = Array.from({ length: Number(days) }, (_, index) => ({
          date: dateOf(today + index),
          ...mockWeather(String(city), today + index),
        }));
        return { city, mock: true, forecast };
      },
    }),
  ],
};

function reading(tool: Omit<BuiltinTool, "riskLevel">): BuiltinTool {
  return {
    ...tool,
    riskLevel: "LOW",
    behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 5_000 },
  };
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
