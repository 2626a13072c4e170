import type { PermissionLists } from "../lists/permission-lists.ts";
import type { Rule } from "./rule.ts";

/** All rules under one profile. */
export type RuleSet = {
  /** Of the profile's own file. */
  readonly shipped: readonly Rule[];
  readonly lists: PermissionLists;
  /** Of the owner's files. */
  readonly owned: readonly Rule[];
};
