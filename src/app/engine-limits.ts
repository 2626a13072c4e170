import type { Engine } from "../engine/engine.ts";
import type { Settings } from "./settings.ts";

const DAY_MS = 86_400_000;

export function engineLimits({ limits }: Settings): Engine["limits"] {
  return {
    stepsPerTurn: limits.steps_per_turn,
    takeoversPerTurn: limits.takeovers_per_turn,
    planSteps: limits.plan_steps,
    holdReplyMs: limits.hold_reply_ms,
    tokensPerSession: limits.tokens_per_session,
    costPerSession: limits.cost_per_session,
    contextTokens: limits.context_tokens,
    keepSessionsMs: limits.keep_sessions_days && limits.keep_sessions_days * DAY_MS,
    messagesQueued: limits.messages_queued,
    queueDepth: limits.queue_depth,
    callsPerAnswer: limits.calls_per_answer,
    answerCharacters: limits.answer_characters,
    answerDeltas: limits.answer_deltas,
    modelSilenceMs: limits.model_silence_s && limits.model_silence_s * 1_000,
    tools: { maxTools: limits.tools_per_request, maxTokens: limits.tool_tokens_per_request },
  };
}
