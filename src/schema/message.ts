import * as z from "zod";
import { CallAnswer } from "./call-answer.ts";
import { Offer } from "./offer.ts";
import { IntentNote } from "./plan.ts";
import { ToolId } from "./tool.ts";

/** A model's wish to call a tool. Its id is the id of the invocation that answers it. */
export const ToolCall = z.strictObject({
  id: z.string(),
  /** Null when the model named something that is not one of its tools. */
  toolId: ToolId.nullable(),
  name: z.string(),
  input: z.json(),
  /** The exact input, where what is shown of it hides a secret. */
  sealedInput: z.string().optional(),
  /** Why it is not made, where the answer had too many of them. */
  refused: z.string().optional(),
  /** It only says what it would do, whatever the mode of its session. */
  dryRun: z.literal(true).optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const ModelUsage = z.strictObject({
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** By the price that the owner gave for the model, when it answered. */
  cost: z.number().optional(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** A piece of a message. Files and images lie in the session's file system. */
export const ContentPart = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z.strictObject({ type: z.literal("image"), path: z.string(), mime: z.string() }),
  z.strictObject({ type: z.literal("file"), path: z.string(), mime: z.string().optional() }),
]);
export type ContentPart = z.infer<typeof ContentPart>;

export const Message = z.strictObject({
  id: z.string(),
  sessionId: z.string(),
  turn: z.int(),
  /** Place inside the turn: 0 is the user's message, results stand in call order. */
  position: z.int(),
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string(),
  toolCalls: z.array(ToolCall).optional(),
  toolId: ToolId.optional(),
  invocationId: z.string().optional(),
  /** The caller's own id for this message: a repetition is recognised by it (S40). */
  messageId: z.string().optional(),
  /** What an answer of the model cost. */
  usage: ModelUsage.optional(),
  /** Of a result: the input that ran, where an approver changed what the model had written. */
  ranWith: z.json().optional(),
  /** The answer that the call of a result ran under, or was denied by. */
  answer: CallAnswer.optional(),
  /** Of an answer: its turn was cancelled before the model had written all of it. */
  cancelled: z.literal(true).optional(),
  /** What stands beside the text, in the order in which it was sent. */
  parts: z.array(ContentPart).optional(),
  /** What makes its turn an intent, and what is known of that. */
  intent: IntentNote.optional(),
  /** The cards that an answer offers. */
  offer: Offer.optional(),
  /** The card that this message chooses, as the person left it. */
  chosen: Offer.optional(),
  createdAt: z.string(),
});
export type Message = z.infer<typeof Message>;
