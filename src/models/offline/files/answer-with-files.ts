import { posix } from "node:path";
import { spoken } from "../complete-calls.ts";
import type { FoundFile } from "../file-set.ts";
import { asking } from "./asking.ts";
import { change, choosing } from "./change-files.ts";
import type { Described } from "./described.ts";
import { type FileTask, type Outcome, PASS } from "./file-task.ts";
import { type Found, typed } from "./find-files.ts";
import { EFFECTS } from "./lexicon.ts";
import { matchFiles } from "./match-files.ts";
import { sayCount, sayFiles, sayOrdered, sayPlace, sayTotal, tellNone } from "./say-files.ts";

const USUAL_COUNT = 5;

/** What is told or done once it is known which files are meant. */
export function withFiles(task: FileTask, { files: all, isCut, isGuess, root }: Found): Outcome {
  const { request, folders } = task;
  const { verb, what } = request;
  const isEffect = EFFECTS.has(verb);
  const rootOf = (path: string) => root ?? posix.dirname(path);
  const excluded = what.except
    ? matchFiles(what.except, typed(what.except, all), rootOf).files
    : [];
  if (what.except && excluded.length === 0)
    return {
      plan: spoken(
        `I found nothing like "${what.except.said}" that I could leave out, so I did nothing.`,
      ),
    };
  const kept = all.filter((file) => !excluded.includes(file));
  if (kept.length === 0) {
    if (!what.isAboutFiles || request.isBare) return PASS;
    return { plan: spoken(tellNone(what, root, folders, isEffect)) };
  }
  if (isCut && (isEffect || what.order || verb === "count" || verb === "size")) {
    return {
      plan: spoken(
        "There are more files than I can look through at once. Name a folder, a type, a size or a date.",
      ),
    };
  }
  const direct =
    root === undefined ? kept : kept.filter(({ path }) => posix.dirname(path) === root);
  const isNested = direct.length > 0 && direct.length < kept.length && what.words.length === 0;
  if (verb === "count")
    return { plan: spoken(sayCount(what, kept, direct, root, folders)), about: kept };
  if (verb === "size" && (what.isMany || kept.length > 1) && !what.order) {
    return { plan: spoken(sayTotal(what, kept, direct, root, folders)), about: kept };
  }
  if (isEffect && isNested && what.isAll && !what.isDeep && !what.order) {
    const inside = kept.length - direct.length;
    return choosing(
      task,
      `Only the ${direct.length} directly in ${sayPlace(root ?? "", folders)}, or also the ${inside} in the folders inside it? Say "only these" or "all".`,
      kept,
      direct,
    );
  }
  if (isEffect && what.order?.isOpen) {
    return {
      plan: asking(`How many of them? Say for example: the three ${what.order.word} ones.`, {
        name: "count",
        description: "How many of them",
      }),
    };
  }
  const wide = isNested && !what.isDeep ? direct : kept;
  const files = what.order ? ordered(wide, what.order) : wide;
  if (!files)
    return {
      plan: spoken("I was not told the size or the date of all of them, so I cannot say which."),
    };
  const isOne = files.length === 1;
  const isRight =
    what.count === undefined || what.order !== undefined || what.count === files.length;
  const isClear =
    (isRight || what.parts !== undefined) &&
    (isOne ||
      what.parts !== undefined ||
      what.order !== undefined ||
      what.isMany ||
      request.isReference);
  if (isEffect || verb === "read") {
    if (isGuess && isEffect) return choosing(task, "I am not sure. Do you mean this?", files);
    // "the two oldest except a.pdf": the next two, or the one that is left of two?
    if (isEffect && what.order && what.except) {
      return choosing(task, "I am not sure. Do you mean these?", files);
    }
    if (!isClear) {
      const why =
        what.count !== undefined && !isRight
          ? `I found ${files.length}, and not ${what.count}. `
          : "";
      return choosing(task, `${why}Which one do you mean?`, files);
    }
    return change(task, files);
  }
  if (verb === "list" && what.order)
    return { plan: spoken(sayOrdered(what, files, root, folders)), about: files };
  const [only] = files;
  const metadata = task.tools.get("get_metadata");
  if (only && isOne && (verb === "when" || verb === "size") && metadata) {
    return {
      plan: { calls: [{ tool: metadata, input: { path: only.path }, carried: [] }] },
      about: files,
    };
  }
  return { plan: spoken(sayFiles(files, folders, isCut, verb === "when")), about: files };
}

function ordered(
  files: readonly FoundFile[],
  { by, isMost, count, skipped, isOpen }: NonNullable<Described["order"]>,
) {
  const of = (file: FoundFile) => (by === "size" ? file.size : file.changed);
  if (files.some((file) => of(file) === undefined)) return undefined;
  const sign = isMost ? -1 : 1;
  return files
    .toSorted((a, b) => sign * ((of(a) ?? 0) - (of(b) ?? 0)))
    .slice(skipped, skipped + (isOpen ? USUAL_COUNT : count));
}
