import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ModelCheck } from "../model.ts";
import { failedCheck } from "./explain-failure.ts";

/** The least that every provider takes. */
const FEW_TOKENS = 16;

/** Asks for a few tokens: what it answers to this it would answer to a conversation. */
export async function checkProvider(
  load: () => Promise<LanguageModelV4>,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<ModelCheck> {
  try {
    const model = await load();
    const { stream } = await model.doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: "Say: ok" }] }],
      maxOutputTokens: FEW_TOKENS,
      abortSignal: signal,
    });
    // It took key and model; what it writes is of no interest.
    await stream.cancel().catch(() => {});
    return { state: "ok", message: "the provider accepted the key and the model." };
  } catch (error) {
    if (!signal.aborted) return failedCheck(error, secrets);
    return { state: "unreachable", message: "the provider did not answer in time." };
  }
}
