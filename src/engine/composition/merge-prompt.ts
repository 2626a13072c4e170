/** What a system prompt is made of. */
export type PromptParts = {
  /** Of the capabilities, by position. */
  readonly additions: readonly string[];
  /** Of features (P15, P16). */
  readonly blocks: readonly string[];
  readonly own: string;
};

/** In this order, and the same bytes each time, so that a provider's prompt cache holds (X15). */
export function mergePrompt({ additions, blocks, own }: PromptParts): string {
  return [...additions, ...blocks, own].filter(Boolean).join("\n\n");
}
