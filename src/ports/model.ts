import type { JsonValue } from "../base/json.ts";
import type { Message, ModelUsage } from "../schema/message.ts";
import type { Tool } from "../schema/tool.ts";

export type ModelRequest = {
  readonly system: string;
  readonly tools: readonly Tool[];
  /** Tools of the catalog that the agent does not have, for a model that says where to find them. */
  readonly otherTools?: () => readonly Tool[];
  /** Every tool call in it has a result. */
  readonly messages: readonly Message[];
  /** How many answers of the model the session has recorded. */
  readonly callsBefore: number;
  /** Of the answer, where it is bounded; a model that cannot bound itself is cut by who asks. */
  readonly maxOutputTokens?: number;
  /** Told the answer's text while it comes in, piece by piece. */
  readonly onText?: (delta: string) => void;
  /** Told that something came which is no text; and, with a time, that nothing is due until then. */
  readonly onActivity?: (quietMs?: number) => void;
  /** A file of the session that a message refers to. */
  readonly readFile?: (path: string) => Promise<Uint8Array>;
  readonly signal: AbortSignal;
};

/** One thing that a model needs to know before it can go on. */
export type ModelQuestion = {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly required: boolean;
};

export type ModelReply = {
  readonly text: string;
  /** Empty when the model has answered. `name` is whatever the model wrote. */
  readonly toolCalls: readonly { readonly name: string; readonly input: JsonValue }[];
  /** Not empty: `text` is a question, and the session waits for these (kind `fields`). */
  readonly questions?: readonly ModelQuestion[];
  readonly usage?: ModelUsage;
};

/** What a model's provider said when it was asked whether it would answer. */
export type ModelCheck = {
  readonly state:
    | "ok"
    | "key_refused"
    | "model_unknown"
    | "rate_limited"
    | "unreachable"
    /** It said something else. */
    | "failed";
  /** For a person; never with a key in it. */
  readonly message: string;
};

export interface Model {
  /** It can say in its own words what a long text is about. */
  readonly summarises?: boolean;
  /** False: it can do what it has tools for, and answers no other question. */
  readonly advises?: boolean;
  /** Asks its provider, as cheaply as it can. Left out where there is none to ask. */
  check?(signal: AbortSignal): Promise<ModelCheck>;
  respond(request: ModelRequest): Promise<ModelReply>;
}
