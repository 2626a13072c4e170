import type { JsonObject } from "../../base/json.ts";
import { matchesPattern } from "../../base/matches-pattern.ts";
import { factsOf } from "../facts/facts.ts";
import type { PermissionEntry } from "./permission-entry.ts";

/** The entries of a list that match a call: what makes the list's rule apply. */
export function matchedEntries(
  entries: readonly PermissionEntry[],
  toolId: string,
  inputs: JsonObject,
): PermissionEntry[] {
  const forTool = entries.filter(({ tool }) => matchesPattern(tool, toolId.toWellFormed()));
  const names = forTool.flatMap(({ args }) => args.map(([name]) => name));
  const wanted = { args: new Set<string>(), text: new Set(names), context: new Set(["text"]) };
  const text = new Map(Object.entries(factsOf(inputs, wanted).facts.text ?? {}));
  return forTool.filter(({ args }) =>
    args.every(([name, pattern]) => {
      const value = text.get(name);
      return value !== undefined && matchesPattern(pattern, value);
    }),
  );
}
