import type { JsonObject } from "../../../base/json.ts";
import { spoken } from "../complete-calls.ts";
import type { FoundFile } from "../file-set.ts";
import { isOfType } from "../recognise/file-types.ts";
import { asking } from "./asking.ts";
import type { Described } from "./described.ts";
import {
  type FileTask,
  filesSeen,
  isOutcome,
  MOST_LISTED,
  MOST_ROOTS,
  type Outcome,
  PASS,
  type Seen,
  WAIT,
} from "./file-task.ts";
import { EFFECTS } from "./lexicon.ts";
import { matchFiles, matchWhole } from "./match-files.ts";
import { placeOf } from "./place-of.ts";
import { tellNone } from "./say-files.ts";

export type Found = {
  readonly files: readonly FoundFile[];
  readonly isCut: boolean;
  readonly isGuess: boolean;
  readonly root: string | undefined;
};

const MOST_FOUND = 1_000;

/** The files that are meant, as far as that can be seen. */
export function findFiles(task: FileTask): Found | Outcome {
  const { request, roots, see } = task;
  const { what } = request;
  const place = what.place ? placeOf(what.place, task) : undefined;
  if (place && isOutcome(place)) return place;
  const scopes = place ? [place.path] : roots.slice(0, MOST_ROOTS);
  const filters = filtersOf(what);
  const key = keyOf(what);
  const matched = (set: readonly Seen[]) => {
    const rootOf = (path: string) => scopes.find((scope) => path.startsWith(`${scope}/`)) ?? "";
    return matchFiles(
      what,
      set.flatMap(({ files }) => files),
      rootOf,
    );
  };
  const root = place?.path;
  if (what.parts) return findEach(task, what.parts, scopes, root);
  if (key !== undefined && !what.order) {
    const seen = scopes.map((path) =>
      filesSeen(path, see("search_files", { path, name: key, ...filters, limit: MOST_FOUND })),
    );
    if (seen.includes(undefined)) return WAIT;
    const all = seen.flatMap((it) => it ?? []);
    const found = matched(all);
    const isCut = all.some((it) => it.isCut);
    if (found.files.length > 0 && !found.isGuess) return { ...found, isCut, root };
  }
  const seen = scopes.map((path) =>
    filesSeen(path, see("list_files", { path, recursive: true, ...filters, limit: MOST_LISTED })),
  );
  if (seen.includes(undefined)) return WAIT;
  const all = seen.flatMap((it) => it ?? []);
  if (all.some(({ isHidden }) => isHidden)) return PASS;
  const byName = matched(all);
  if (byName.files.length === 0 && request.verb === "find" && what.words.length > 0) {
    const content = what.words.join(" ");
    const said = scopes.map((path) =>
      filesSeen(path, see("search_files", { path, content, ...filters })),
    );
    if (said.includes(undefined)) return WAIT;
    const files = said.flatMap((it) => it?.files ?? []);
    if (files.length > 0) return { files, isCut: false, isGuess: false, root };
  }
  return { ...matched(all), isCut: all.some((it) => it.isCut), root };
}

/** Each of several that were named; one that is not there, or is not clear, stops all of them. */
function findEach(
  { see, folders, request }: FileTask,
  parts: readonly Described[],
  scopes: readonly string[],
  root: string | undefined,
): Found | Outcome {
  const seen = scopes.map((path) =>
    filesSeen(path, see("list_files", { path, recursive: true, limit: MOST_LISTED })),
  );
  if (seen.includes(undefined)) return WAIT;
  const all = seen.flatMap((it) => it ?? []);
  const files = all.flatMap((it) => it.files);
  const rootOf = (path: string) => scopes.find((scope) => path.startsWith(`${scope}/`)) ?? "";
  const whole = matchWhole(request.what, files, rootOf);
  const isWhole = whole?.files.length === parts.length;
  const each = isWhole
    ? [whole]
    : parts.map((part) => matchFiles(part, typed(part, files), rootOf));
  const unclear = parts.find(
    (part, at) =>
      !isWhole && ((each[at]?.files.length ?? 0) !== 1 || each[at]?.isGuess) && !part.isMany,
  );
  const missing = parts.find((_, at) => !isWhole && each[at]?.files.length === 0);
  if (all.some(({ isCut, isHidden }) => isCut || isHidden)) return PASS;
  if (missing && !request.what.isAboutFiles) return PASS;
  if (missing) {
    return { plan: spoken(tellNone(missing, root, folders, EFFECTS.has(request.verb))) };
  }
  if (unclear) {
    return {
      plan: asking(`Which one do you mean by "${unclear.said}"? I did nothing yet.`, {
        name: "file",
        description: `Which one do you mean by "${unclear.said}"?`,
      }),
    };
  }
  return {
    files: [...new Set(each.flatMap((it) => it.files))],
    isCut: false,
    isGuess: false,
    root,
  };
}

export function typed(what: Described, files: readonly FoundFile[]): readonly FoundFile[] {
  if (what.types === undefined) return files;
  const types = what.types;
  return files.filter(({ path }) => isOfType(path, types));
}

/** What the tools filter by themselves. */
export function filtersOf({ types, limits }: Described): JsonObject {
  const filters: JsonObject = types === undefined ? {} : { type: types };
  for (const { kind, detail, value } of limits) {
    if (kind === "size") filters[detail === "over" ? "larger_than" : "smaller_than"] = value;
    else filters[detail === "after" ? "changed_after" : "changed_before"] = value;
  }
  return filters;
}

/** The longest word of a name: what all that can be meant have in common. */
function keyOf({ words, fileNames }: Described): string | undefined {
  const [name] = fileNames.toSorted((a, b) => b.length - a.length);
  if (fileNames.length > 1) return undefined;
  if (name !== undefined) return name.replace(/^.*\((?=\d)/, "(");
  const [word] = words.filter((it) => it.length >= 3).toSorted((a, b) => b.length - a.length);
  return word?.replace(/ies$/, "").replace(/([^s])s$/, "$1");
}
