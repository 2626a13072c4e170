import type { RuntimeAgent } from "./compose.ts";

/** What a model would be sent, for a person to look at. */
export function previewOf({ systemPrompt, tools, warnings, tokens }: RuntimeAgent) {
  return { systemPrompt, tools, warnings, estimatedTokens: tokens.prompt + tokens.tools };
}
