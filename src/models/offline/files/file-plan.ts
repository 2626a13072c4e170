import { posix } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { KnownFolder, ModelQuestion } from "../../../ports/model.ts";
import type { Message } from "../../../schema/message.ts";
import type { Tool } from "../../../schema/tool.ts";
import { broughtBy } from "../agent-answer.ts";
import { type Choice, type Plan, type PlannedCall, spoken } from "../complete-calls.ts";
import { type FoundFile, filesIn } from "../file-set.ts";
import { readOrdinal } from "../ordinal.ts";
import { isOfType } from "../recognise/file-types.ts";
import { readResult } from "../tool-result.ts";
import type { Described, Place } from "./described.ts";
import { type FileTools, fileToolsOf } from "./file-tools.ts";
import { baseOf, matchFiles, matchFolders } from "./match-files.ts";
import { type FileRequest, readRequest } from "./request.ts";
import { sayCount, sayFiles, sayOrdered, sayPlace, sayTotal, tellNone } from "./say-files.ts";
import { EFFECTS, type Verb } from "./verbs.ts";

/** After so many looks it is not about files that there are. */
type Passed = { readonly passed: number };

type Asked = {
  readonly text: string;
  readonly now: Date;
  readonly tools: readonly Tool[];
  readonly folders: readonly KnownFolder[];
  /** What came after the message: calls and their results. */
  readonly looked: readonly Message[];
};

type Context = {
  readonly request: FileRequest;
  readonly tools: FileTools;
  readonly folders: readonly KnownFolder[];
  readonly roots: readonly string[];
  /** What a call brought; undefined while it has not been made. */
  readonly see: (name: string, input: JsonObject) => JsonValue | undefined;
};

type Done = {
  readonly plan: Plan;
  readonly about?: readonly FoundFile[];
  readonly choice?: Choice;
};
type Found = {
  readonly files: readonly FoundFile[];
  readonly isCut: boolean;
  readonly isGuess: boolean;
  readonly root: string | undefined;
};

const MOST_LISTED = 2_000;
const MOST_FOUND = 1_000;
const MOST_FILES = 20;
const MOST_ROOTS = 6;
const USUAL_COUNT = 5;
const MOST_WORDS = 4;
/** Nothing of these is tried by a name alone. */
const NAMED_ONLY: ReadonlySet<Verb> = new Set<Verb>(["usage", "duplicates", "organise", "mention"]);
const WAIT = Symbol("wait");
const PASS = Symbol("pass");

/**
 * What a message asks of the files of the machine. Names, kinds and folders are held against what is
 * really there: what has to be seen for that is looked at first. undefined: not about files.
 */
export function planFiles({
  text,
  now,
  tools,
  folders,
  looked,
}: Asked): { readonly request: FileRequest; readonly plan: Plan | Passed } | undefined {
  const own = fileToolsOf(tools);
  const request = own && readRequest(text, folders, now);
  if (!own || !request || request.isReference) return undefined;
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
  const done = resolve({ request, tools: own, folders, roots, see });
  if (done === PASS) return { request, plan: { passed: used.size } };
  if (done === WAIT) {
    return wanted.length > 0 ? { request, plan: { calls: wanted, isLook: true } } : undefined;
  }
  const { plan, about, choice } = done;
  const seen = { looked: used.size, ...(about && { about }) };
  if (!("reply" in plan)) return { request, plan: { ...plan, ...seen } };
  return { request, plan: { ...plan, ...seen, ...(choice && { choice }) } };
}

/** "the second one", "the one in Documents", "both": which of those that were asked about. */
export function chooseFiles(text: string, { files, few }: Choice): readonly FoundFile[] {
  const said = text
    .replace(/^\s*\w+:\s+/, "")
    .trim()
    .toLowerCase();
  if (/^(?:yes|yep|yeah|sure|ok|okay|right|exactly|that one|correct)\b/.test(said))
    return files.length === 1 ? files : [];
  if (few && /^(?:only|just)\b/.test(said)) return few;
  if (/^(?:(?:all|both)(?:\s+of\s+(?:them|those))?|everything)[\s.!]*$/.test(said)) return files;
  const places = readOrdinal(said.replace(/[.!?]+$/, ""));
  if (places) return places(files.length).flatMap((at) => files[at] ?? []);
  const exact = files.filter(
    ({ path }) =>
      said === path.toLowerCase() || path.toLowerCase().endsWith(`/${said.replace(/[.!?]+$/, "")}`),
  );
  if (exact.length === 1) return exact;
  const words = said
    .split(/[^\p{L}\p{N}]+/u)
    .filter(
      (word) =>
        word !== "" &&
        !/^(?:the|one|in|from|on|of|my|please|file|that|is|which|it|i|mean)$/.test(word),
    );
  const fits = files.filter(({ path }) => {
    const parts = path.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return (
      words.length > 0 &&
      words.every((word) => parts.some((part) => part === word || part === `${word}s`))
    );
  });
  return fits.length === 1 ? fits : [];
}

function resolve(context: Context): Done | typeof WAIT | typeof PASS {
  const { request } = context;
  const { verb, what } = request;
  const isVague =
    what.words.length + what.limits.length + what.fileNames.length + what.kindWords.length === 0 &&
    what.types === undefined &&
    what.order === undefined;
  if (isVague && !what.place && verb !== "mention" && verb !== "duplicates") return PASS;
  const isTentative = !what.isAboutFiles;
  if (isTentative && (NAMED_ONLY.has(verb) || what.words.length > MOST_WORDS)) return PASS;
  if (isTentative && verb === "list" && !what.order) return PASS;
  if (context.roots.length === 0 && !(what.place && "path" in what.place)) return PASS;
  if (/\bfolders?\b/i.test(what.said) && what.order && !what.place) return PASS;
  if (verb === "count" && /^(?:the\s+)?(?:sub-?)?folders\b/i.test(what.said))
    return countFolders(context);
  if (verb === "organise") return organise(context);
  if (verb === "duplicates" || verb === "mention" || verb === "usage") return lookUp(context);
  if (isVague && what.place && !EFFECTS.has(verb) && verb !== "count" && verb !== "when") {
    return lookInto(context);
  }
  const wholeFolder = isVague && what.place && !what.isMany && !what.isAll;
  if (wholeFolder && EFFECTS.has(verb)) return changeFolder(context);
  const found = findFiles(context);
  if (found === WAIT || found === PASS) return found;
  if ("plan" in found) return found;
  return withFiles(context, found);
}

function organise(context: Context): Done | typeof WAIT | typeof PASS {
  const { request, tools } = context;
  if (request.what.words.length > 0) return PASS;
  const place = placeOf(request.what.place, context);
  if (place === WAIT || place === PASS) return place;
  if ("plan" in place) return place;
  const tool = tools.get("organise_by_type");
  if (!tool) return PASS;
  if (request.by !== undefined) {
    return {
      plan: spoken(
        `I cannot put files in order by ${request.by.slice(0, 60)}: I can do it by their type. To go on, say: organise ${sayPlace(place.path, context.folders)} by type`,
      ),
    };
  }
  return { plan: { calls: [{ tool, input: { path: place.path }, carried: [] }] } };
}

/** One question that one tool answers. */
function lookUp(context: Context): Done | typeof WAIT | typeof PASS {
  const { request, tools, roots } = context;
  const { verb, what, content } = request;
  const place = what.place ? placeOf(what.place, context) : undefined;
  if (place === WAIT || place === PASS) return place;
  if (place && "plan" in place) return place;
  const paths = place ? [place.path] : roots.slice(0, MOST_ROOTS);
  if (verb === "usage" && what.words.length > 0) return PASS;
  const name =
    verb === "usage" ? "disk_usage" : verb === "mention" ? "search_files" : "find_duplicates";
  const tool = tools.get(name);
  if (
    !tool ||
    (verb === "mention" && what.words.some((word) => !/^documents?|notes?|texts?$/.test(word)))
  )
    return PASS;
  const filters = verb === "usage" ? {} : filtersOf(what);
  const calls = paths.map((path, at) => ({
    tool,
    input: { path, ...(content !== undefined && { content }), ...filters },
    carried: [],
    ...(at > 0 && { isSame: true }),
  }));
  return { plan: { calls } };
}

function countFolders(context: Context): Done | typeof WAIT | typeof PASS {
  const { request, folders, see } = context;
  const place = placeOf(request.what.place, context);
  if (place === WAIT || place === PASS) return place;
  if ("plan" in place) return place;
  const seen = see("list_files", { path: place.path });
  if (seen === undefined) return WAIT;
  const inside = isJsonObject(seen) && Array.isArray(seen.folders) ? seen.folders : undefined;
  if (!inside) return PASS;
  const names = inside.length > 0 ? `: ${inside.slice(0, 20).join(", ")}` : "";
  const count = inside.length === 1 ? "1 folder" : `${inside.length} folders`;
  return { plan: spoken(`${count} in ${sayPlace(place.path, folders)}${names}.`) };
}

/** What is in a folder, or how much. */
function lookInto(context: Context): Done | typeof WAIT | typeof PASS {
  const { request, tools } = context;
  const place = placeOf(request.what.place, context);
  if (place === WAIT || place === PASS) return place;
  if ("plan" in place) return place;
  const tool = tools.get(request.verb === "size" ? "disk_usage" : "list_files");
  return tool ? { plan: { calls: [{ tool, input: { path: place.path }, carried: [] }] } } : PASS;
}

function changeFolder(context: Context): Done | typeof WAIT | typeof PASS {
  const { request, folders } = context;
  const { what, verb } = request;
  const place = placeOf(what.place, context);
  if (place === WAIT || place === PASS) return place;
  if ("plan" in place) return place;
  const name = sayPlace(place.path, folders);
  const isOwn = folders.some(({ path }) => path === place.path);
  if (isOwn || !what.isFolder) {
    return {
      plan: asking(
        `Do you mean the folder ${name} itself, or the files in it? I did nothing yet.`,
        {
          name: "what",
          description: `The folder ${name}, or the files in it`,
        },
      ),
    };
  }
  if (verb === "rename" || verb === "delete" || verb === "move" || verb === "copy") {
    return change(context, [{ path: place.path }]);
  }
  return PASS;
}

/** The files that are meant, as far as that can be seen. */
function findFiles(context: Context): Found | Done | typeof WAIT | typeof PASS {
  const { request, roots, see } = context;
  const { what } = request;
  const place = what.place ? placeOf(what.place, context) : undefined;
  if (place === WAIT || place === PASS) return place;
  if (place && "plan" in place) return place;
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
  if (what.parts) return findEach(context, what.parts, scopes, root);
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
  { see, folders, request }: Context,
  parts: readonly Described[],
  scopes: readonly string[],
  root: string | undefined,
): Found | Done | typeof WAIT | typeof PASS {
  const seen = scopes.map((path) =>
    filesSeen(path, see("list_files", { path, recursive: true, limit: MOST_LISTED })),
  );
  if (seen.includes(undefined)) return WAIT;
  const all = seen.flatMap((it) => it ?? []);
  const files = all.flatMap((it) => it.files);
  const rootOf = (path: string) => scopes.find((scope) => path.startsWith(`${scope}/`)) ?? "";
  const whole = matchFiles({ ...request.what, words: [], kindWords: [] }, files, rootOf);
  const isWhole = whole.files.length < files.length && whole.files.length === parts.length;
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

function withFiles(
  context: Context,
  { files: all, isCut, isGuess, root }: Found,
): Done | typeof WAIT | typeof PASS {
  const { request, folders } = context;
  const { verb, what } = request;
  const isEffect = EFFECTS.has(verb);
  const excluded =
    what.except && root !== undefined
      ? matchFiles(what.except, typed(what.except, all), () => root).files
      : [];
  if (what.except && excluded.length === 0)
    return {
      plan: spoken(
        `I found nothing like "${what.except.said}" that I could leave out, so I did nothing.`,
      ),
    };
  const kept = all.filter((file) => !excluded.includes(file));
  if (kept.length === 0) {
    if (!what.isAboutFiles) return PASS;
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
      context,
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
    (isOne || what.parts !== undefined || what.order !== undefined || what.isMany);
  if (isEffect || verb === "read") {
    if (isGuess && isEffect) return choosing(context, "I am not sure. Do you mean this?", files);
    if (!isClear) {
      const why =
        what.count !== undefined && !isRight
          ? `I found ${files.length}, and not ${what.count}. `
          : "";
      return choosing(context, `${why}Which one do you mean?`, files);
    }
    return change(context, files);
  }
  if (verb === "list" && what.order)
    return { plan: spoken(sayOrdered(what, files, root, folders)), about: files };
  const [only] = files;
  const metadata = context.tools.get("get_metadata");
  if (only && isOne && (verb === "when" || verb === "size") && metadata) {
    return {
      plan: { calls: [{ tool: metadata, input: { path: only.path }, carried: [] }] },
      about: files,
    };
  }
  return { plan: spoken(sayFiles(files, folders, isCut, verb === "when")), about: files };
}

function typed(what: Described, files: readonly FoundFile[]): readonly FoundFile[] {
  if (what.types === undefined) return files;
  const types = what.types;
  return files.filter(({ path }) => isOfType(path, types));
}

/** The calls that change or read these files, one for each. */
function change(context: Context, files: readonly FoundFile[]): Done | typeof WAIT | typeof PASS {
  const { request, tools, folders } = context;
  const { verb, to, newName } = request;
  if (files.length > MOST_FILES) {
    return {
      plan: spoken(
        `These are ${files.length} files, and I do at most ${MOST_FILES} at once. Say which of them: by name, type, size or date.`,
      ),
    };
  }
  const make = (name: string, inputOf: (path: string) => JsonObject): Done | typeof PASS => {
    const tool = tools.get(name);
    if (!tool) return PASS;
    const calls = files.map(({ path }, at) => ({
      tool,
      input: inputOf(path),
      carried: [],
      ...(at > 0 && { isSame: true }),
    }));
    return { plan: { calls }, about: files };
  };
  if (verb === "read")
    return files.length > 5
      ? { plan: spoken(sayFiles(files, folders, false)), about: files }
      : make("read_file", (path) => ({ path }));
  if (verb === "delete") return make("delete_file", (path) => ({ path }));
  if (verb === "rename") {
    if (files.length !== 1 || newName === undefined) {
      return choosing(context, "One file gets a new name at a time. Which one do you mean?", files);
    }
    return make("rename_file", (path) => ({ path, new_name: withEnding(newName, path) }));
  }
  const target = targetOf(to, files, context);
  if (target === WAIT || target === PASS) return target;
  if ("plan" in target) return target;
  const there = files.filter(({ path }) => posix.dirname(path) === target.path);
  if (there.length > 0)
    return {
      plan: spoken(
        `${baseOf(there[0]?.path ?? "")} is already in ${sayPlace(target.path, folders)}. I did nothing.`,
      ),
    };
  const names = new Set(files.map(({ path }) => baseOf(path)));
  if (names.size < files.length)
    return choosing(
      context,
      "Some of these have the same name, and only one of each can go there. Which one do you mean?",
      files,
    );
  if (newName !== undefined && files.length > 1) {
    return choosing(context, "One file gets a new name at a time. Which one do you mean?", files);
  }
  const nameOf = (path: string) =>
    newName === undefined ? baseOf(path) : withEnding(newName, path);
  return make(verb === "copy" ? "copy_file" : "move_file", (path) => ({
    path,
    destination: `${target.path}/${nameOf(path)}`,
  }));
}

function targetOf(to: FileRequest["to"], files: readonly FoundFile[], context: Context) {
  if (!to) return PASS;
  if (!to.isNew || !("called" in to)) return placeOf(to, context);
  const name = to.called[0] ?? "";
  const parent = to.inside
    ? placeOf(to.inside, context)
    : { path: posix.dirname(files[0]?.path ?? "") };
  if (parent === WAIT || parent === PASS || "plan" in parent) return parent;
  return /^\.+$/.test(name) ? PASS : { path: `${parent.path}/${name}` };
}

/** Where a place is: known, or found among the folders that there are. */
function placeOf(
  place: Place | undefined,
  context: Context,
): { readonly path: string } | Done | typeof WAIT | typeof PASS {
  const { roots, see, folders, request } = context;
  if (!place) return PASS;
  if ("path" in place) return place;
  const seen = roots
    .slice(0, MOST_ROOTS)
    .map((path) =>
      filesSeen(path, see("list_files", { path, recursive: true, limit: MOST_LISTED })),
    );
  if (seen.includes(undefined)) return WAIT;
  const all = seen.flatMap((it) => it ?? []);
  const known = new Set(folders.map(({ path }) => path));
  for (const { root, files } of all) {
    for (const { path } of files) {
      for (let up = posix.dirname(path); up.length > root.length; up = posix.dirname(up))
        known.add(up);
    }
  }
  const fits = matchFolders(place.called, [...known]);
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return { path: only };
  const name = place.called.join(" ");
  if (fits.length > 1) {
    const list = fits.slice(0, 10).map((path) => `- ${sayPlace(path, folders)}`);
    return {
      plan: asking([`Which folder do you mean?`, ...list].join("\n"), {
        name: "folder",
        description: "Which folder do you mean?",
      }),
    };
  }
  if (!request.what.isAboutFiles || (!EFFECTS.has(request.verb) && !request.what.isFolder))
    return PASS;
  const names = folders.slice(0, 10).map((folder) => folder.name);
  return {
    plan: asking(
      `I do not know where "${name}" is. Which folder do you mean? I know: ${names.join(", ")}.`,
      { name: "folder", description: "The folder" },
    ),
  };
}

function choosing(
  context: Context,
  question: string,
  files: readonly FoundFile[],
  few?: readonly FoundFile[],
): Done {
  const shown = files.slice(0, 12);
  const list = shown.map(({ path }) => `- ${sayPlace(path, context.folders)}`);
  const more = files.length > shown.length ? [`- … and ${files.length - shown.length} more`] : [];
  const take = (chosen: readonly FoundFile[]): Plan => {
    const done = change(context, chosen);
    return done === WAIT || done === PASS
      ? spoken("I could not go on with that. Say it again in one sentence.")
      : done.plan;
  };
  const text = [question, ...list, ...more].join("\n");
  return {
    plan: asking(text, { name: "file", description: question }),
    choice: { files, few, take },
  };
}

function asking(text: string, { name, description }: { name: string; description: string }): Plan {
  const question: ModelQuestion = { name, type: "string", description, required: true };
  return { reply: { text, toolCalls: [], questions: [question] } };
}

function ordered(
  files: readonly FoundFile[],
  { by, isMost, count, isOpen }: NonNullable<Described["order"]>,
) {
  const of = (file: FoundFile) => (by === "size" ? file.size : file.changed);
  if (files.some((file) => of(file) === undefined)) return undefined;
  const sign = isMost ? -1 : 1;
  return files
    .toSorted((a, b) => sign * ((of(a) ?? 0) - (of(b) ?? 0)))
    .slice(0, isOpen ? USUAL_COUNT : count);
}

/** What the tools filter by themselves. */
function filtersOf({ types, limits }: Described): JsonObject {
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

function withEnding(name: string, path: string): string {
  const ending = posix.extname(path);
  return posix.extname(name) === "" && ending !== "" ? `${name}${ending}` : name;
}

function outermost(paths: readonly string[]): string[] {
  return [...new Set(paths)].filter(
    (path) =>
      path.startsWith("/") &&
      !paths.some((other) => other !== path && path.startsWith(`${other}/`)),
  );
}

type Seen = {
  readonly root: string;
  readonly files: readonly FoundFile[];
  readonly isCut: boolean;
  /** It was only rehearsed: nothing is known of what there is. */
  readonly isHidden: boolean;
};

function filesSeen(root: string, outputs: JsonValue | undefined): Seen | undefined {
  if (outputs === undefined) return undefined;
  const set = filesIn(outputs);
  return { root, files: set?.files ?? [], isCut: set?.isCut ?? false, isHidden: !set };
}

function callsIn(messages: readonly Message[]) {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  return calls.flatMap(({ id, toolId, input }) => {
    const told = messages.find(({ invocationId }) => invocationId === id);
    const result = told && readResult(told);
    if (!result?.ok) return [];
    const outputs = broughtBy(result.outputs);
    return [{ toolId, key: keyOfInput(input), outputs: isJsonObject(outputs) ? outputs : null }];
  });
}

/** The same for the same input, in whatever order a store gives its fields back. */
function keyOfInput(input: JsonValue): string {
  return JSON.stringify(isJsonObject(input) ? Object.entries(input).toSorted() : input);
}
