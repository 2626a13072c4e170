/** What the name of an action says that it does to files, where its author says no more than the name. */
export type NamedChange = "write" | "move" | "delete" | "read" | null;

type Change = Exclude<NamedChange, null>;

const WORDS: ReadonlyMap<string, Change> = new Map([
  ...as("delete", "delete remove clear"),
  ...as("move", "move rename organise organize"),
  ...as("write", "write create save append copy replace overwrite update edit"),
  ...as("read", "list get find search read show count info stat view describe"),
]);

/** These change what was there, and are not only new files. */
const OVERWRITES: ReadonlySet<string> = new Set(["replace", "overwrite", "update", "edit"]);
const ORDER = ["delete", "move", "write", "read"] as const;

function as(kind: Change, words: string): (readonly [string, Change])[] {
  return words.split(" ").map((word) => [word, kind]);
}

/** The gravest word decides: `find_and_delete` deletes. */
export function changeInName(name: string): {
  readonly change: NamedChange;
  readonly overwrites: boolean;
} {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const found = new Set(words.flatMap((word) => WORDS.get(word) ?? []));
  return {
    change: ORDER.find((kind) => found.has(kind)) ?? null,
    overwrites: words.some((word) => OVERWRITES.has(word)),
  };
}
