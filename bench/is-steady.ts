import { quantile } from "./quantile.ts";

const SAME = 0.03;

/** Whether the medians of the last rounds, and of as many before them, differ by less than 3 %. */
export function isSteady(figures: readonly number[], rounds: number): boolean {
  if (figures.length < 2 * rounds) return false;
  const last = quantile(figures.slice(-rounds), 0.5);
  const before = quantile(figures.slice(-2 * rounds, -rounds), 0.5);
  return Math.abs(last - before) < SAME * before;
}
