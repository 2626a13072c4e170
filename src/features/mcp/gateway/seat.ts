import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../../base/json.ts";
import type { OnProgress } from "../../../gate/call.ts";
import type { ClientRequests } from "../../../gate/executor.ts";
import type { GatewayCaller } from "../../../http/gateway.ts";
import type { Session } from "../../../schema/session.ts";
import type { ClientPeer } from "./peer.ts";
import type { View } from "./view.ts";

/** A client at the gateway: who it is, what it is shown, and where what it does stands. */
export type Seat = {
  readonly caller: GatewayCaller;
  /** As it calls itself, made safe to show. */
  readonly client: { readonly name: string; readonly version: string };
  readonly view: View;
  /** What holds its calls together: its session of the older era, or its token and name. */
  readonly connection: string;
  /** Where people reach this server. */
  readonly origin: string;
  /** Opened with its first call. */
  session(): Promise<Session>;
};

/** One request of a client, with its ways to be asked and to be told. */
export type Exchange = {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress | undefined;
  /** Whether its client can show a form to a person. */
  readonly canAsk: boolean;
  /** The client itself, as a server behind the gateway asks and tells it. */
  readonly peer: ClientPeer;
  /** Which question the request says that it answers, in the newer era. */
  readonly state: string | undefined;
  ask(question: ClientQuestion): Promise<Reply>;
  /** The request ends with a question, and the call behind it does not. */
  leave(): void;
};

export type ClientQuestion = {
  /** What the answer belongs to: an answer to anything else is none. */
  readonly key: string;
  readonly message: string;
  readonly schema: JsonObject;
  /** What a server behind the gateway asks of the client itself, by the server's keys. */
  readonly requests?: ClientRequests | undefined;
  /** The answer that was given to it did not fit. */
  readonly isAgain: boolean;
  /** Resolves when the question is settled elsewhere. */
  readonly settled: (signal: AbortSignal) => Promise<void>;
};

export type Reply =
  | { readonly type: "accept"; readonly content: JsonObject }
  | { readonly type: "decline" | "cancel" | "settled" }
  /** The client makes the call again, with its answer. */
  | { readonly type: "later"; readonly result: InputRequiredResult };

export type CallResult = CallToolResult | InputRequiredResult;
