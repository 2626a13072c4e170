import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import { broughtBy } from "./agent-answer.ts";
import type { Candidate } from "./candidate.ts";
import type { Field } from "./field.ts";
import { type FileSet, type FoundFile, filesIn, groupedFilesIn } from "./file-set.ts";
import type { KnownTool } from "./known-tool.ts";
import type { KnownTools } from "./known-tools.ts";
import { readResult } from "./tool-result.ts";

/** A list that a tool was given as a whole, as it is now. */
export type RecalledList = {
  readonly known: KnownTool;
  readonly field: Field;
  readonly items: readonly JsonValue[];
};

/** What "it", "the list" and "them" may stand for: only what was really called, and worked. */
export type Recalled = {
  /** The file of the newest call that was about one. */
  readonly file?: string;
  /** The newest call of all was about that file. */
  readonly isFileNewest?: boolean;
  /** The file is that of a step which is still to be made. */
  readonly isPlanned?: boolean;
  /** Whether these are the session's own files. */
  readonly isOfSession?: boolean;
  /** Several files that the newest call about files found. */
  readonly files?: FileSet;
  /** Files that the newest call told in groups: each can be named. */
  readonly grouped?: readonly FoundFile[];
  readonly list?: RecalledList;
  readonly isListNewest?: boolean;
  /** Where the newest result stands: what was said since may have narrowed the files. */
  readonly since: number;
};

/** How many results back "the file" may reach. */
const MOST_RESULTS = 5;

type Called = {
  readonly known: KnownTool;
  readonly input: JsonObject;
  readonly outputs: JsonValue;
};

export function recall(messages: readonly Message[], all: KnownTools): Recalled {
  const since = messages.findLastIndex(({ role }) => role === "tool");
  const newest = calledBefore(messages, all);
  const about = newest.slice(0, MOST_RESULTS).map(aboutFiles);
  const at = about.findIndex((it) => it !== undefined);
  const found = about[at];
  const files = setOf(about.slice(Math.max(0, at)));
  const listAt = newest.findIndex(({ known }) => listFieldOf(known) !== undefined);
  const list = newest[listAt] && listOf(newest[listAt]);
  const grouped = newest[0] ? groupedFilesIn(newest[0].outputs) : [];
  return {
    since,
    ...(found && { isOfSession: found.isOfSession }),
    ...(found?.file !== undefined && { file: found.file, isFileNewest: at === 0 }),
    ...(files && at === 0 && { files }),
    ...(grouped.length > 0 && { grouped }),
    ...(list && { list, isListNewest: listAt === 0 }),
  };
}

/** The files that were found; who looked at one of them since still means these. */
function setOf(about: readonly (AboutFiles | undefined)[]): FileSet | undefined {
  const at = about.findIndex((it) => it?.files);
  const set = about[at]?.files;
  const isMember = (it: AboutFiles | undefined) =>
    it?.isLook === true && set?.files.some(({ path }) => path === it.file) === true;
  return about.slice(0, Math.max(0, at)).every(isMember) ? set : undefined;
}

/** Calls that came to something, newest first. */
function calledBefore(messages: readonly Message[], { tools }: KnownTools): Called[] {
  const calls = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  return messages
    .filter(({ role }) => role === "tool")
    .flatMap((message): Called[] => {
      const call = calls.find(({ id }) => id === message.invocationId);
      const known = tools.find(({ tool }) => tool.toolId === (message.toolId ?? call?.toolId));
      const result = readResult(message);
      const input = message.ranWith ?? call?.input;
      if (!known || !result.ok) return [];
      const outputs = broughtBy(result.outputs);
      return [{ known, input: isJsonObject(input) ? input : {}, outputs }];
    })
    .toReversed();
}

type AboutFiles = {
  readonly isOfSession: boolean;
  readonly isLook?: boolean;
  readonly file?: string;
  readonly files?: FileSet;
};

function aboutFiles({ known, input, outputs }: Called): AboutFiles | undefined {
  const isOfSession = known.fields.some((field) => field.isOfSession);
  const tags = known.tool.sideEffectTags;
  const fields = known.fields.filter(({ kinds }) => kinds.has("path"));
  const given = fields.flatMap(({ name }) => textAt(input, name) ?? []);
  // What was deleted is nothing that can be meant any more.
  if (tags.includes("fs.delete")) return { isOfSession };
  const set = known.effectful ? undefined : filesIn(outputs);
  if (set) {
    const [only, ...more] = set.files;
    return only && more.length === 0 && !set.isCut
      ? { isOfSession, file: only.path, files: set }
      : { isOfSession, files: set };
  }
  // After a look for equal files "it" is one of them, and never the folder.
  if (!known.effectful && isJsonObject(outputs) && Array.isArray(outputs.groups)) {
    return { isOfSession };
  }
  if (given.length === 0) return undefined;
  const told = textAt(outputs, "to") ?? textAt(outputs, "path");
  // Of two paths, which is "it"? What was moved is at the new one; after a copy nobody knows.
  if (given.length > 1 && !tags.includes("fs.move")) return { isOfSession };
  return { isOfSession, isLook: !known.effectful, file: told ?? given.at(-1) ?? "" };
}

/** What a step is going to be about, for the steps behind it. */
export function recallStep(
  recalled: Recalled,
  { known, filled }: { readonly known: KnownTool; readonly filled: readonly Candidate[] },
): Recalled {
  const paths = filled.filter(({ field }) => field.kinds.has("path"));
  const tags = known.tool.sideEffectTags;
  const { file: _, isFileNewest: __, ...others } = recalled;
  if (paths.length === 0) return { ...recalled, isFileNewest: false };
  const isOfSession = known.fields.some((field) => field.isOfSession);
  const isUnclear = paths.length > 1 && !tags.includes("fs.move");
  const last = paths.toSorted((a, b) => a.start - b.start).at(-1);
  const isOne = !tags.includes("fs.delete") && !isUnclear && last && !last.each;
  if (!isOne || typeof last.value !== "string") return others;
  return { ...others, file: last.value, isFileNewest: true, isPlanned: true, isOfSession };
}

function textAt(value: JsonValue, name: string): string | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
  const text = value[name];
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** The one list that a tool is given as a whole. */
export function listFieldOf({ fields }: KnownTool): Field | undefined {
  const needed = fields.filter(({ required }) => required);
  return needed.length === 1 && needed[0]?.shape === "list" ? needed[0] : undefined;
}

function listOf({ known, input, outputs }: Called): RecalledList | undefined {
  const field = listFieldOf(known);
  if (!field) return undefined;
  const told =
    isJsonObject(outputs) && Object.hasOwn(outputs, field.name) ? outputs[field.name] : null;
  const items = Array.isArray(told) ? told : input[field.name];
  return Array.isArray(items) ? { known, field, items } : undefined;
}
