import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { SourceState } from "../../gate/catalog/source.ts";
import type { Answer, Peer, Question, Sampled, Sampling } from "../../gate/executor.ts";
import type { Enforcement } from "../../sandbox/sandbox.ts";
import type { Verb } from "../../schema/access.ts";
import type { Progress } from "../../schema/progress.ts";

/** A tool as its server lists it: nothing of it is believed. */
export type McpTool = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations?: JsonObject | undefined;
  /** Not a tool of the server: its resources and prompts, passed on as tools. */
  readonly isPassedOn?: boolean;
  /** What it sent of this tool is nothing that anybody should read: only its name is here. */
  readonly isUnreadable?: boolean;
  /** Over all of the above, as it was sent, and what the server says of itself as a whole. */
  readonly digest: string;
};

export type McpListing = {
  readonly name: string;
  readonly version: string | undefined;
  readonly instructions: string | undefined;
  readonly tools: readonly McpTool[];
};

/** What of this machine, and of the network, a server's process finds. */
export type McpAccess = {
  readonly paths: readonly {
    readonly root: string;
    readonly verbs: readonly Verb[];
    /** Which folder it was when it was opened. */
    readonly identity?: { readonly device: string; readonly inode: string } | undefined;
  }[];
  readonly hosts: readonly string[];
};

export type McpCall = {
  readonly tool: string;
  /** The digest of the tool that was judged: if the server lists another now, nothing is sent. */
  readonly digest: string;
  readonly inputs: JsonObject;
  /** What was open when it was judged: a process with another access does not get it. */
  readonly access: McpAccess;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  readonly progress: (progress: Progress) => void;
  /** Passes a question of the server on to a person; left out, nobody can be asked. */
  readonly ask?: ((question: Question) => Promise<Answer>) | undefined;
  /** Passes on what the server wants a model to answer; left out, there is none. */
  readonly sample?: ((wanted: Sampling) => Promise<Sampled>) | undefined;
  /** The program that called, where it can be asked and told itself. */
  readonly peer?: Peer | undefined;
  /** How long a person may take to answer. */
  readonly answerWithinMs: number;
  readonly signal: AbortSignal;
};

export type McpAnswer =
  | {
      readonly type: "answered";
      /** The server says itself that it failed. */
      readonly isError: boolean;
      readonly content: readonly JsonValue[];
      readonly structured: JsonValue | undefined;
    }
  | {
      readonly type: "failed";
      readonly code?: string;
      readonly message: string;
      /** The request may have reached the server, and so its effect may have happened. */
      readonly mayHaveRun: boolean;
    };

/** What a server tells beside its answers. */
export type McpNotice =
  | { readonly type: "resources" | "prompts" }
  | { readonly type: "updated"; readonly uri: string };

/** What a server has beside tools that is no call. */
export type McpOffer = { readonly logging: boolean; readonly subscribe: boolean };

/** One MCP server: a connection that is kept, mended and bounded. */
export interface McpServer {
  readonly id: string;
  /** Over everything that decides what runs, or where a call goes. */
  readonly digest: string;
  /** What holds its process; null for one that is reached over HTTP, or has not started. */
  readonly enforcement: Enforcement | null;
  state(): SourceState;
  /** Connects if it must. Rejects with what is wrong. */
  list(signal: AbortSignal): Promise<McpListing>;
  /** Never rejects. */
  call(call: McpCall): Promise<McpAnswer>;
  /** What it said of itself when it was connected last. */
  offers(): McpOffer;
  /** It is to tell of its log from this level on: the least that anybody wants. */
  setLogLevel(level: string): Promise<void>;
  /** It is to tell when a resource changes, for as long as somebody wants that. Answers what ends it. */
  watch(uri: string): Promise<() => void>;
  onNotice(listener: (notice: McpNotice) => void): () => void;
  /** The end of what it wrote to its standard error. */
  log(): string;
  /** Told when it may have other tools, and when its state moves. */
  onChange(listener: () => void): void;
  /** What is open to it may be another by now: its process is replaced by one that finds just that. */
  accessChanged(): Promise<void>;
  /** Ends the connection, and its process; the next use makes another. */
  reconnect(): Promise<void>;
  /** Resolves when its process is gone. */
  close(): Promise<void>;
}

/** Those that are configured now. */
export interface McpServers {
  get(id: string): McpServer | undefined;
}
