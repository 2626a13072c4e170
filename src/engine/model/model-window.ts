import { matchesPattern } from "../../base/matches-pattern.ts";

/** Where a provider does not say it and the name is not known. */
const USUAL = 200_000;

/** By patterns of names; the first that matches counts. In doubt the smaller one: too little is safe. */
const WINDOWS: readonly (readonly [pattern: string, tokens: number])[] = [
  ["anthropic/*", 200_000],
  ["openai/gpt-4.1*", 1_000_000],
  ["openai/gpt-4o*", 128_000],
  ["openai/gpt-4-turbo*", 128_000],
  ["openai/gpt-4*", 8_000],
  ["openai/gpt-3.5*", 16_000],
  ["openai/gpt-5*", 400_000],
  ["google/gemini-*", 1_000_000],
  // It cuts what is longer without a word; the default of a server is smaller still.
  ["ollama/*", 32_000],
];

/** How many tokens a model reads at once, by its name in the settings. */
export function modelWindow(name: string): number {
  return WINDOWS.find(([pattern]) => matchesPattern(pattern, name))?.[1] ?? USUAL;
}
