/** What a system prompt is made of. */
export type PromptParts = {
  /** Of the capabilities, by position. */
  readonly additions: readonly string[];
  /** What the session's packs say, with their bootstrap text (P15, P16). */
  readonly packBlock: string;
  readonly own: string;
};

/** In this order, and the same bytes each time, so that a provider's prompt cache holds (X15). */
export function mergePrompt({ additions, packBlock, own }: PromptParts): string {
  return [...additions, packBlock, own].filter(Boolean).join("\n\n");
}
