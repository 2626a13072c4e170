import fc from "fast-check";
import { expect, test } from "vitest";
import { CONDITIONS, mockWeather } from "./mock-weather.ts";

const anyCity = fc.string({ minLength: 1, maxLength: 100 });
const anyDay = fc.integer({ min: 0, max: 40_000 });

test("E20: mock weather is the same for one city and day", () => {
  fc.assert(
    fc.property(anyCity, anyDay, (city, day) => {
      expect(mockWeather(city, day)).toEqual(mockWeather(city, day));
    }),
  );
});

test("E20: mock weather stays what it was in the last release", () => {
  expect(mockWeather("Paris", 20_468)).toEqual({
    temperature_c: 8,
    condition: "partly cloudy",
    humidity_percent: 50,
    wind_kmh: 36,
  });
});

test.each(["paris", " Paris ", "PARIS"])("E20: %j is Paris", (spelling) => {
  expect(mockWeather(spelling, 20_468)).toEqual(mockWeather("Paris", 20_468));
});

test("E20: a name in composed and in decomposed letters is one city", () => {
  expect(mockWeather("Zürich".normalize("NFD"), 1)).toEqual(mockWeather("Zürich", 1));
});

test("E20: mock weather differs between cities and between days", () => {
  const days = Array.from({ length: 30 }, (_, day) => JSON.stringify(mockWeather("Oslo", day)));
  const cities = Array.from({ length: 30 }, (_, n) => JSON.stringify(mockWeather(`city ${n}`, 1)));
  expect(new Set(days).size).toBeGreaterThan(25);
  expect(new Set(cities).size).toBeGreaterThan(25);
});

test("E20: mock weather is plausible", () => {
  fc.assert(
    fc.property(anyCity, anyDay, (city, day) => {
      const weather = mockWeather(city, day);
      expect(CONDITIONS).toContain(weather.condition);
      expect(weather.temperature_c).toBeGreaterThanOrEqual(-9);
      expect(weather.temperature_c).toBeLessThanOrEqual(29);
      expect(weather.humidity_percent).toBeGreaterThanOrEqual(25);
      expect(weather.humidity_percent).toBeLessThanOrEqual(100);
      expect(weather.wind_kmh).toBeGreaterThanOrEqual(0);
      expect(weather.wind_kmh).toBeLessThanOrEqual(45);
    }),
  );
});

test("E20: a city keeps its climate: days differ by no more than eight degrees", () => {
  fc.assert(
    fc.property(anyCity, anyDay, anyDay, (city, one, other) => {
      const difference =
        mockWeather(city, one).temperature_c - mockWeather(city, other).temperature_c;
      expect(Math.abs(difference)).toBeLessThanOrEqual(8);
    }),
  );
});

test("E20: it snows when it is cold, and rains when it is not", () => {
  const seen = Array.from({ length: 500 }, (_, n) => mockWeather(`city ${n}`, 1));
  const warmestSnow = Math.max(...temperaturesOf("snow"));
  const coldestRain = Math.min(...temperaturesOf("rain"));
  expect([warmestSnow, coldestRain]).toEqual([2, 3]);

  function temperaturesOf(condition: string): number[] {
    return seen.filter((it) => it.condition === condition).map((it) => it.temperature_c);
  }
});
