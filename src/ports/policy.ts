import type { JsonValue } from "../base/json.ts";
import type { Decision } from "../schema/decision.ts";
import type { Mode } from "../schema/mode.ts";
import type { Profile } from "../schema/profile.ts";
import type { Tool } from "../schema/tool.ts";

export type PolicyRequest = {
  readonly tool: Tool;
  readonly actor: string;
  readonly inputs: JsonValue;
  readonly profile: Profile;
  readonly mode: Mode;
  readonly dryRun: boolean;
  readonly specFrozen: boolean;
};

/** Decides; knows no clock, does no I/O, gives the same answer to the same request. */
export interface Policy {
  /** The profile of a session that does not choose one. */
  readonly profile: Profile;
  /** Changes whenever a decision might. Recorded with every decision. */
  readonly version: string;
  decide(request: PolicyRequest): Decision;
}
