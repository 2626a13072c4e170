import type { PolicyFile } from "../policy-options.ts";
import type { PolicyProblem } from "../policy-problem.ts";

type Ids = ReadonlyMap<string, string>;

const NAMED = /\bUser\s*::\s*"([^"\\]*)"/g;
const IS_ID = /^prn_/;

/** The rule with ids where it has names from before there were ids. */
export function withIds(text: string, formerNames: Ids | undefined): string {
  if (!formerNames || formerNames.size === 0) return text;
  return text.replaceAll(NAMED, (written, name: string) => {
    const id = IS_ID.test(name) ? undefined : formerNames.get(name);
    return id === undefined ? written : `User::"${id}"`;
  });
}

/** Where rules call somebody by name, and how they are written now. */
export function notesOnNames(files: readonly PolicyFile[], formerNames: Ids): PolicyProblem[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(NAMED)].flatMap(({ 0: written, 1: name = "", index }) => {
      if (IS_ID.test(name)) return [];
      const before = file.text.slice(0, index).split("\n");
      const id = formerNames.get(name);
      const message =
        id === undefined
          ? `${written} stands for no principal. Rules name people by their ids, and "principals list" shows those`
          : `${written} is written User::"${id}" now; the name still counts`;
      return [
        { file: file.name, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message },
      ];
    }),
  );
}
