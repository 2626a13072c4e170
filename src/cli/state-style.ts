import { type Piece, type Style, styled } from "./line.ts";

const STYLES: ReadonlyMap<string, Style> = new Map([
  ["completed", "green"],
  ["ok", "green"],
  ["passed", "green"],
  ["active", "green"],
  ["input_required", "yellow"],
  ["pending", "yellow"],
  ["paused", "yellow"],
  ["warn", "yellow"],
  ["MED", "yellow"],
  ["failed", "red"],
  ["fail", "red"],
  ["blocked", "red"],
  ["denied", "red"],
  ["HIGH", "red"],
  ["CRITICAL", "red"],
]);

/** A state or a risk in its colour: what needs a person stands out. */
export function inColour(word: string): Piece {
  return styled(STYLES.get(word), word);
}
