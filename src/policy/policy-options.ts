import type { Profile } from "../schema/profile.ts";
import type { Permissions } from "./permissions.ts";

/** A text of Cedar policies, and its name as people know it: `policy/team.cedar`. */
export type PolicyFile = { readonly name: string; readonly text: string };

/** The name and the kind of a principal, for rules that ask for them. */
export type PersonOf = (id: string) => { readonly name: string; readonly kind: string } | undefined;

export type PolicyOptions = {
  /** The owner's: that of a session which does not choose one. */
  readonly profile: Profile;
  /** The shipped texts. */
  readonly profiles: ReadonlyMap<Profile, PolicyFile>;
  readonly permissions?: Permissions;
  /** The owner's own. */
  readonly files?: readonly PolicyFile[];
  /** The ids of those whom rules from before there were ids call by name. */
  readonly formerNames?: ReadonlyMap<string, string>;
  readonly personOf?: PersonOf;
};
