import type { FoundFolder } from "../folder-shelf.ts";
import type { TestedItem } from "./folder-tester.ts";

/** One item of a checklist, and what is wrong with it; nothing where it is right. */
export type CheckedItem = {
  readonly item: string;
  readonly problems: readonly string[];
  /** Its words stand in the text, and whether they are true only a test shows. */
  readonly isOnlySeen?: true;
};

/** Every problem is an item of its own, where there are any. */
export function wellFormed({ read }: FoundFolder, problems: readonly string[]): TestedItem[] {
  const count = read.bundle.files.length;
  if (problems.length > 0) return problems.map((problem) => itemOf("check", "failed", problem));
  return [itemOf("check", "passed", `well formed: ${count} ${count === 1 ? "file" : "files"}`)];
}

export function itemOf(name: string, state: TestedItem["state"], message: string): TestedItem {
  return { name, state, message, durationMs: 0 };
}
