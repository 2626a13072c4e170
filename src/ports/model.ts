import type { JsonValue } from "../base/json.ts";
import type { Message } from "../schema/message.ts";
import type { Tool } from "../schema/tool.ts";

export type ModelRequest = {
  readonly system: string;
  readonly tools: readonly Tool[];
  /** Every tool call in it has a result. */
  readonly messages: readonly Message[];
  /** How many answers of the model the session has recorded. */
  readonly callsBefore: number;
  readonly signal: AbortSignal;
};

export type ModelReply = {
  readonly text: string;
  /** Empty when the model has answered. `name` is whatever the model wrote. */
  readonly toolCalls: readonly { readonly name: string; readonly input: JsonValue }[];
};

export interface Model {
  respond(request: ModelRequest): Promise<ModelReply>;
}
