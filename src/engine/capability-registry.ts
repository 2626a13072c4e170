import type { JsonObject } from "../base/json.ts";
import type { Actor, Scope } from "../schema/actor.ts";

/** A registry of capabilities that can be changed and removed by their ids. */
export interface CapabilityRegistry {
  has(id: string): Promise<boolean>;
  /** The digest of the files that are installed under this id now, where it knows one. */
  digestOf?(id: string): string | undefined;
  /** The scope that changing and removing one of its own needs. */
  scopeOf(id: string): Scope;
  change(id: string, fields: JsonObject, actor: Actor): Promise<void>;
  /** Throws while an agent has it. */
  remove(id: string, actor: Actor): Promise<void>;
}
