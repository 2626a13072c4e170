import { block } from "./block.ts";

const TEXT_LENGTH = 5_000;

/** A title and a line for each text; nothing where there is none. */
export function titled(title: string, texts: readonly string[]): string[] {
  return texts.length === 0
    ? []
    : [title, ...texts.flatMap((text) => block(text.replaceAll("\n", " "), TEXT_LENGTH))];
}
