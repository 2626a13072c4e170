import type { Token } from "../schema/actor.ts";
import type { Agent } from "../schema/agent.ts";
import type { Approval } from "../schema/approval.ts";
import type { AuditRecord } from "../schema/audit-record.ts";
import type { Capability } from "../schema/capability.ts";
import type { SessionEvent } from "../schema/event.ts";
import type { Explanation } from "../schema/explanation.ts";
import type { Halt } from "../schema/halt.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Message, ToolCall } from "../schema/message.ts";
import type { Artifact, Outcome } from "../schema/outcome.ts";
import type { Secret } from "../schema/secret.ts";
import type { Session } from "../schema/session.ts";
import type { StandingGrant } from "../schema/standing-grant.ts";
import type { Tool } from "../schema/tool.ts";

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S;

/** The first level only; nested nouns are named below. */
type Snake<T> = { readonly [K in keyof T as SnakeCase<K & string>]: T[K] };

export type WireTool = Omit<Snake<Tool>, "behaviour">;
export type WireCapability = Snake<Capability>;
export type WireAgent = Snake<Agent>;
export type WireInputRequest = Snake<InputRequest>;
export type WireOutcome = Omit<Snake<Outcome>, "input_request" | "artifacts"> & {
  readonly input_request?: WireInputRequest;
  readonly artifacts: readonly Snake<Artifact>[];
};
export type WireSession = Omit<
  Snake<Session>,
  "input_request" | "last_turn" | "created_by" | "creator_scopes" | "attachments"
> & {
  readonly input_request: WireInputRequest | null;
  readonly resume_token: string;
};
export type WireMessage = Omit<Snake<Message>, "tool_calls" | "position"> & {
  readonly tool_calls?: readonly Snake<ToolCall>[];
};
export type WireEvent = Snake<SessionEvent>;
export type WireApproval = Omit<Snake<Approval>, "binding">;
export type WireAuditRecord = Snake<AuditRecord>;
export type WireSecret = Snake<Secret>;
export type WireHalt = Snake<Halt>;
export type WireToken = Omit<Snake<Token>, "hash" | "actor"> & { readonly name: string };
export type WireGrant = Omit<Snake<StandingGrant>, "revoked_by" | "revoked_at"> & {
  readonly scope: "session" | "always";
  readonly state: "active" | "suspended" | "expired";
};
export type WireExplanation = Omit<Snake<Explanation>, "facts"> & {
  readonly facts: Explanation["facts"];
};

/** What a turn left behind; `POST …/messages` answers it. */
export type WireTurn = { readonly session: WireSession; readonly messages: readonly WireMessage[] };
