import { matchesPattern } from "../../base/matches-pattern.ts";
import type { Permissions } from "../permissions.ts";
import type { PolicyProblem } from "../policy-problem.ts";
import { type PermissionEntry, readEntry } from "./permission-entry.ts";

export const LISTS = ["allow", "ask", "deny"] as const;
export type ListName = (typeof LISTS)[number];

/** The owner's lists, read. */
export type PermissionLists = Readonly<Record<ListName, readonly PermissionEntry[]>>;

/** Where people find the lists; their lines there are not known. */
export const LISTS_FILE = "settings.json";

type Read = { readonly lists: PermissionLists; readonly problems: readonly PolicyProblem[] };

export function readLists(permissions: Permissions | undefined): Read {
  const problems: PolicyProblem[] = [];
  const lists = eachList((name) =>
    (permissions?.[name] ?? []).flatMap((written): readonly PermissionEntry[] => {
      const entry = readEntry(written);
      if (!("wrong" in entry)) return [entry];
      const message = `permissions.${name} ${entry.wrong}`;
      problems.push({ file: LISTS_FILE, line: 1, column: 1, message });
      return [];
    }),
  );
  return { lists, problems };
}

/** The entries that can matter for a tool. */
export function listsFor(lists: PermissionLists, toolId: string): PermissionLists {
  return filterLists(lists, (_, { tool }) => matchesPattern(tool, toolId));
}

export function filterLists(
  lists: PermissionLists,
  keep: (name: ListName, entry: PermissionEntry) => boolean,
): PermissionLists {
  return eachList((name) => lists[name].filter((entry) => keep(name, entry)));
}

function eachList(make: (name: ListName) => readonly PermissionEntry[]): PermissionLists {
  return { allow: make("allow"), ask: make("ask"), deny: make("deny") };
}
