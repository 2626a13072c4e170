import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { Message } from "../../../schema/message.ts";
import type { Tool } from "../../../schema/tool.ts";
import type { KnownFolder } from "../../model.ts";
import { broughtBy } from "../agent-answer.ts";
import { type Plan, type PlannedCall, spoken } from "../complete-calls.ts";
import type { FoundFile } from "../file-set.ts";
import { readOrdinal } from "../ordinal.ts";
import type { Recalled } from "../recall.ts";
import { readResult } from "../tool-result.ts";
import { withFiles } from "./answer-with-files.ts";
import { askFolder, changeFolder } from "./change-files.ts";
import { folderNamed, unreadWords } from "./described.ts";
import { type FileTask, isOutcome, type Outcome, PASS, WAIT } from "./file-task.ts";
import { fileToolsOf } from "./file-tools.ts";
import { type Found, findFiles } from "./find-files.ts";
import { EFFECTS, type Verb } from "./lexicon.ts";
import { countFolders, lookInto, lookUp } from "./look-up.ts";
import { organise } from "./organise.ts";
import { type FileRequest, readFollowUp, readRequest } from "./request.ts";
import { writeText } from "./write-text.ts";

/** After so many looks it is not about files that there are. */
type Passed = { readonly passed: number };

export type FilePlan = {
  readonly request: FileRequest;
  readonly plan: Plan | Passed;
  /** Something was looked at for this reading of the message: it was preferred already. */
  readonly isUnderWay: boolean;
};

type Asked = {
  readonly text: string;
  /** The message before this one. */
  readonly before?: string | undefined;
  readonly now: Date;
  readonly tools: readonly Tool[];
  readonly folders: readonly KnownFolder[];
  /** What "it" and "them" stand for. */
  readonly recalled: Recalled;
  /** What came after the message: calls and their results. */
  readonly looked: readonly Message[];
};

const SEVERAL = /\b(?:them|these|those|files|ones|all|both)\b/i;
const MOST_WORDS = 4;
/** These need no place: without one they are about all folders that are open. */
const ANYWHERE: ReadonlySet<Verb> = new Set<Verb>(["mention", "duplicates", "usage"]);
/** Nothing of these is tried by a name alone. */
const NAMED_ONLY: ReadonlySet<Verb> = new Set<Verb>(["organise", "mention"]);

/**
 * What a message asks of the files of the machine. Names, kinds and folders are held against what is
 * really there: what has to be seen for that is looked at first. undefined: not about files.
 */
export function planFiles(asked: Asked): FilePlan | undefined {
  const { text, before = "", now, tools, folders, looked, recalled } = asked;
  const own = fileToolsOf(tools);
  const request =
    own && (readFollowUp(text, before, folders, now) ?? readRequest(text, folders, now));
  if (!own || !request) return undefined;
  const meant = filesMeant(request, recalled);
  if (request.isReference && !meant) return undefined;
  const wanted: PlannedCall[] = [];
  const made = callsIn(looked);
  const used = new Set<(typeof made)[number]>();
  const see = (name: string, input: JsonObject) => {
    const tool = own.get(name);
    if (!tool) return undefined;
    const key = keyOfInput(input);
    const known = made.find((it) => it.toolId === tool.toolId && it.key === key);
    if (known) {
      used.add(known);
      return known.outputs;
    }
    wanted.push({ tool, input, carried: [], ...(wanted.length > 0 && { isSame: true }) });
    return undefined;
  };
  const roots = outermost(folders.filter(({ isOpen = true }) => isOpen).map(({ path }) => path));
  const task = { request, tools: own, folders, roots, see };
  const done = meant ? withFiles(task, meant) : resolve(task);
  const told = { request, isUnderWay: [...used].some(({ isOwn }) => isOwn) };
  if (done === PASS) return { ...told, plan: { passed: used.size } };
  if (done === WAIT) {
    return wanted.length > 0 ? { ...told, plan: { calls: wanted, isLook: true } } : undefined;
  }
  const { plan, about, choice } = done;
  const seen = { looked: used.size, ...(about && { about }) };
  if (!("reply" in plan)) return { ...told, plan: { ...plan, ...seen } };
  return { ...told, plan: { ...plan, ...seen, ...(choice && { choice }) } };
}

function resolve(task: FileTask): Outcome {
  const { request } = task;
  const { verb, what } = request;
  const isVague =
    what.words.length + what.limits.length + what.fileNames.length + what.kindWords.length === 0 &&
    what.types === undefined &&
    what.order === undefined &&
    what.except === undefined;
  const unread = unreadWords(what, EFFECTS.has(verb));
  if (unread.length > 0) {
    const text = `I do not know what "${unread.join(" ")}" means for which files you mean, so I did nothing. Say it in other words.`;
    return what.isAboutFiles && !request.isBare ? { plan: spoken(text) } : PASS;
  }
  if (request.doubtful !== undefined && what.isAboutFiles)
    return { plan: spoken(sayDoubt(request)) };
  if (verb === "write") return writeText(task);
  // "delete music": the folder of that name, what is in it, or all music?
  const named = EFFECTS.has(verb) && verb !== "organise" && folderNamed(what.said, task.folders);
  if (named) return askFolder(named.path, task.folders);
  if (isVague && !what.place && !ANYWHERE.has(verb)) return PASS;
  const isTentative = !what.isAboutFiles;
  if (isTentative && (NAMED_ONLY.has(verb) || what.words.length > MOST_WORDS)) return PASS;
  if (isTentative && verb === "list" && !what.order) return PASS;
  if (task.roots.length === 0 && !(what.place && "path" in what.place)) return PASS;
  if (/\bfolders?\b/i.test(what.said) && what.order && !what.place) return PASS;
  if (verb === "count" && /^(?:the\s+)?(?:sub-?)?folders\b/i.test(what.said))
    return countFolders(task);
  if (verb === "organise") return organise(task);
  if (verb === "duplicates" || verb === "mention" || verb === "usage") return lookUp(task);
  if (isVague && what.place && !EFFECTS.has(verb) && verb !== "count" && verb !== "when") {
    return lookInto(task);
  }
  const wholeFolder = isVague && what.place && !what.isMany && !what.isAll;
  if (wholeFolder && EFFECTS.has(verb)) return changeFolder(task);
  const found = findFiles(task);
  if (isOutcome(found)) return found;
  return withFiles(task, found);
}

function sayDoubt({ doubtful, writing }: FileRequest): string {
  const taken = writing ? "text" : "name";
  return `I do not know whether "${doubtful}" belongs to the ${taken}, so I did nothing. Put the ${taken} in quotation marks.`;
}

/** "it", "them", "the second one": of the files of the machine that were told of last. */
function filesMeant({ what, isReference }: FileRequest, recalled: Recalled): Found | undefined {
  const { file, isFileNewest, files: set, isOfSession } = recalled;
  if (isOfSession || set?.isCut) return undefined;
  const found = (files: readonly FoundFile[]) => ({
    ...{ files, isCut: false, isGuess: false, root: undefined },
  });
  const places = readOrdinal(what.said);
  if (places && set) {
    const chosen = places(set.files.length).flatMap((at) => set.files[at] ?? []);
    return chosen.length > 0 ? found(chosen) : undefined;
  }
  if (!isReference) return undefined;
  if (SEVERAL.test(what.said)) return set && found(set.files);
  return file !== undefined && isFileNewest ? found([{ path: file }]) : undefined;
}

function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (path) =>
      path.startsWith("/") &&
      !paths.some((other) => other !== path && path.startsWith(`${other}/`)),
  );
}

function callsIn(messages: readonly Message[]) {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  return calls.flatMap(({ id, toolId, input }) => {
    const told = messages.find(({ invocationId }) => invocationId === id);
    const result = told && readResult(told);
    if (!result?.ok) return [];
    const outputs = broughtBy(result.outputs);
    return [
      {
        toolId,
        key: keyOfInput(input),
        outputs: isJsonObject(outputs) ? outputs : null,
        // Nobody else says how many files it wants to be told of.
        isOwn: isJsonObject(input) && Object.hasOwn(input, "limit"),
      },
    ];
  });
}

/** The same for the same input, in whatever order a store gives its fields back. */
function keyOfInput(input: JsonValue): string {
  return JSON.stringify(isJsonObject(input) ? Object.entries(input).toSorted() : input);
}
