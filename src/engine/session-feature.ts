import type { Answer } from "../gate/executor.ts";
import type { Model } from "../models/model.ts";
import type { Actor } from "../schema/actor.ts";
import type { SourceType } from "../schema/capability.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import type { Tool } from "../schema/tool.ts";
import type { Change } from "../stores/journal.ts";
import type { RuntimeAgent } from "./composition/compose.ts";
import type { SessionParts } from "./composition/compose-session.ts";
import type { NewMessage } from "./sessions/accept-message.ts";

/** A feature's share of a session's prompt and tools. */
export type Contribution = {
  /** Contributions with the same key are the same. */
  readonly key: string;
  /** Capabilities before the agent's own. Their tools come first, under their own names (X43). */
  readonly capabilities: readonly string[];
  /** Tools of this session alone, right after those. They yield to names that are known (X4). */
  readonly tools: readonly Tool[];
  /** Stands between the prompts of capabilities and the agent's own. Called for a new key. */
  readonly block: () => Block;
};

export type Block = {
  readonly text: string;
  readonly shortened: Shortened;
  readonly warnings: readonly string[];
};

/** Whether descriptions in a block had to become shorter to fit. */
export type Shortened = "no" | "cut" | "left_out";

/** Things that sessions have by contributions alone, whatever their agents list. */
export type Owned = {
  /** Their tools are in no other session. */
  readonly capabilities: readonly string[];
  /** No agent lists capabilities of this kind. */
  readonly kind: SourceType;
  /** No alias begins like this. `of` says in errors whose names these are. */
  readonly names: { readonly prefix: string; readonly of: string };
};

export type ModelTurn = {
  readonly session: Session;
  readonly agent: RuntimeAgent;
  readonly messages: readonly Message[];
};

/** What a feature has to say about sessions. Every member is optional, and most features have none. */
export interface SessionFeature {
  compose?(parts: SessionParts): Promise<Contribution | undefined>;
  /** The model that answers this turn in the place of `model`. */
  model?(turn: ModelTurn, model: Model): Model;
  /** Finds what a turn waits for before the turn is cancelled. The function that it gives ends that afterwards. */
  onCancel?(session: Session, actor: Actor): Promise<() => Promise<void>>;
  /** Changes that are committed with the fork. */
  onFork?(fork: Session): readonly Change[];
  /** Changes that are committed with the message. */
  onMessage?(session: Session, wanted: NewMessage): Promise<readonly Change[]>;
  /** What a person's answer makes of a call that waits in a turn; undefined for a call that is not its own. */
  onResume?(waiting: Invocation, answer: Answer, actor: Actor): readonly Change[] | undefined;
  readonly owns?: Owned;
}
