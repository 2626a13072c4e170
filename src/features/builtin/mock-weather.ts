import { sha256 } from "../../base/digest.ts";

export const CONDITIONS = ["sunny", "partly cloudy", "cloudy", "fog", "rain", "snow"] as const;
export type Condition = (typeof CONDITIONS)[number];

const WARMEST_SNOW_C = 2;
/** Wet weather is humid, so that a model that reasons about the numbers finds no contradiction. */
const DRIEST_PERCENT: Readonly<Record<Condition, number>> = {
  sunny: 25,
  "partly cloudy": 35,
  cloudy: 45,
  fog: 75,
  rain: 70,
  snow: 70,
};

/** Made up from the name of a city and a day since 1970: the same again whenever it is asked. */
export function mockWeather(city: string, day: number) {
  const place = city.trim().normalize().toLowerCase();
  const climate = -5 + draw(`climate:${place}`, 31);
  const today = (what: string, choices: number) => draw(`${what}:${day}:${place}`, choices);
  const temperature = climate - 4 + today("temperature", 9);
  const condition = conditionAt(temperature, today("condition", CONDITIONS.length));
  return {
    temperature_c: temperature,
    condition,
    humidity_percent: DRIEST_PERCENT[condition] + today("humidity", 26),
    wind_kmh: today("wind", 46),
  };
}

function conditionAt(temperature: number, index: number): Condition {
  const condition = CONDITIONS[index] ?? "sunny";
  const isCold = temperature <= WARMEST_SNOW_C;
  if (condition === "snow" && !isCold) return "rain";
  return condition === "rain" && isCold ? "snow" : condition;
}

/** A number from 0 up to `choices`, drawn by the seed and nothing else. */
function draw(seed: string, choices: number): number {
  return (
    Number.parseInt(
      sha256(seed)
        .replace(/^sha256:/, "")
        .slice(0, 8),
      16,
    ) % choices
  );
}
