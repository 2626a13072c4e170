import type { Answer } from "../gate/executor.ts";
import type { Actor } from "../schema/actor.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Session } from "../schema/session.ts";
import type { Change } from "../stores/journal.ts";

/** What a feature has to say about sessions. Every member is optional, and most features have none. */
export interface SessionFeature {
  /** Finds what a turn waits for before the turn is cancelled. The function that it gives ends that afterwards. */
  onCancel?(session: Session, actor: Actor): Promise<() => Promise<void>>;
  /** What a person's answer makes of a call that waits in a turn; undefined for a call that is not its own. */
  onResume?(waiting: Invocation, answer: Answer, actor: Actor): readonly Change[] | undefined;
}
