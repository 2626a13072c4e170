import type { JsonObject } from "../base/json.ts";
import type { Actor } from "../schema/actor.ts";
import type { Decision } from "../schema/decision.ts";
import type { Explanation } from "../schema/explanation.ts";
import type { Mode } from "../schema/mode.ts";
import type { Profile } from "../schema/profile.ts";
import type { Tool } from "../schema/tool.ts";
import type { Apply } from "./apply.ts";

export type PolicyRequest = {
  readonly tool: Tool;
  readonly actor: Actor;
  readonly inputs: JsonObject;
  /** Hosts that it can reach or asks for, beside those that stand in its inputs. */
  readonly hosts: readonly string[];
  readonly profile: Profile;
  readonly mode: Mode;
  readonly dryRun: boolean;
  readonly specFrozen: boolean;
  /** It would carry something out of a session that has read text from outside (A112). */
  readonly tainted: boolean;
  /** Who approved this very call, or its changes, once someone has: four eyes are two people. */
  readonly approver: string | null;
  /** Nothing leaves its box before its changes are applied. Default: false. */
  readonly closed?: boolean;
  /** Its changes, where the question is whether to apply them. Without it: whether it may run. */
  readonly apply?: Apply | undefined;
};

/** Decides; knows no clock, does no I/O, gives the same answer to the same request. */
export interface Policy {
  /** The profile of a session that does not choose one. */
  readonly profile: Profile;
  /** Changes whenever a decision might. Recorded with every decision. */
  readonly version: string;
  decide(request: PolicyRequest): Decision;
  explain(request: PolicyRequest): Explanation;
}
