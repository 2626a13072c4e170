import type { JsonValue } from "../base/json.ts";
import type { Message, ModelUsage } from "../schema/message.ts";
import type { OfferOption } from "../schema/offer.ts";
import type { IntentNote } from "../schema/plan.ts";
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
  /**
   * Folders that a message may name ("my downloads"): the granted roots and the owner's well-known
   * folders. A place that is in none of them is asked about, never made up.
   */
  readonly folders?: readonly KnownFolder[];
  /** The card that the newest user message chooses, with the person's changes. */
  readonly chosen?: OfferOption;
  /** The best tools for a text by the catalog's search, the best first. */
  readonly findTools?: (text: string, limit: number) => readonly FoundTool[];
  /** Paths in the messages that name files of the machine, and none of the session. */
  readonly machinePaths?: readonly MachinePath[];
  readonly signal: AbortSignal;
};

/** A tool that fits a text, and how well: comparable within one search. */
export type FoundTool = { readonly tool: Tool; readonly score: number };

/** A path as a person wrote it ("~/notes.txt") and as it is. */
export type MachinePath = { readonly said: string; readonly path: string };

/** A folder as a person calls it ("Downloads") and where it is, absolute. */
export type KnownFolder = {
  readonly name: string;
  readonly path: string;
  /** Something may read it without asking; left out where nobody knows. */
  readonly isOpen?: boolean;
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
  readonly toolCalls: readonly {
    readonly name: string;
    readonly input: JsonValue;
    /** It only says what it would do. */
    readonly dryRun?: true;
  }[];
  /** Not empty: `text` is a question, and the session waits for these (kind `fields`). */
  readonly questions?: readonly ModelQuestion[];
  /** Not empty: `text` asks which of these is meant, and the session waits for the choice. */
  readonly offer?: readonly OfferOption[];
  readonly usage?: ModelUsage;
  /** Kept with the answer; only the kernel writes it. */
  readonly intent?: IntentNote;
};

/**
 * One call of a plan. `input` is a tool's input in which any value may be a reference to the output
 * of an earlier step: the object `{"$from": "s1", "path": "/result/files/0/path"}`, where `path` is
 * a JSON pointer into that step's output ("" is all of it). A number that it leads to becomes its
 * digits where the schema wants a text. `{"$join": ["…", {"$from": …}]}` is one text made of several.
 * An output that says `truncated: true` or `encoding: "base64"` is not all of the text: a step that
 * refers to its `content` fails.
 */
export type PlannedStep = {
  /** "s1", "s2", …: unique in its plan; a reference names an id before its own step. */
  readonly id: string;
  /** The tool's name as the request gave it. */
  readonly name: string;
  readonly input: JsonValue;
  /** What the step does, in a sentence for the person who decides whether it runs. */
  readonly says: string;
};

/** What is to be done for the last message, or, when nothing can be yet, what to tell or ask. */
export type ModelPlan =
  | {
      readonly steps: readonly PlannedStep[];
      /** How the message was read, where that is not what stands in it. */
      readonly note?: string;
    }
  /**
   * What has to be seen before the steps are known, by tools that only read. The model is asked again
   * with what they brought.
   */
  | { readonly looks: readonly PlannedStep[] }
  | {
      readonly text: string;
      /** Not empty: `text` is a question, as in a reply. */
      readonly questions?: readonly ModelQuestion[];
      /** Not empty: `text` asks which of these is meant, as in a reply. */
      readonly offer?: readonly OfferOption[];
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
  /**
   * All steps for the last message at once, nothing called yet. Left out by models that only answer
   * step by step. It reads a request as `respond` does.
   */
  plan?(request: ModelRequest): Promise<ModelPlan>;
}
