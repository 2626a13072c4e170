import { isJsonObject } from "../../../base/json.ts";
import type { KnownFolder } from "../../model.ts";
import type { Plan, PlannedCall } from "../complete-calls.ts";
import type { Understanding } from "../interpret.ts";
import { knownTool } from "../known-tool.ts";
import type { Recalled } from "../recall.ts";
import { EFFECTS, type Verb } from "./lexicon.ts";
import type { FileRequest } from "./request.ts";

const MOST_WORDS = 2;
const LOOKS = /^(?:list|search|read)_files?$/;
const FACTS: ReadonlySet<Verb> = new Set<Verb>(["count", "size", "when", "mention"]);
/**
 * Whether a message is better read as one about the files of the machine than as the reader for all
 * tools has it: that one knows no names but exact ones, and only the session's own files.
 */
export function prefersFiles(
  planned: Plan | Understanding,
  recalled: Recalled,
  { verb, what, isFollowUp, doubtful }: FileRequest,
  folders: readonly KnownFolder[],
): boolean {
  if (!("calls" in planned) && isFollowUp) return true;
  if (!("calls" in planned)) return !("reply" in planned) || planned.reply.questions !== undefined;
  if (planned.after !== undefined || (doubtful !== undefined && what.isAboutFiles)) return true;
  const isFact = FACTS.has(verb) || what.order !== undefined;
  return planned.calls.every((call) => {
    if (what.except || what.unread.length > 0) return isFileLook(call);
    if (isOfSession(call)) return recalled.isOfSession !== true;
    if (call.carried.some(({ behind }) => behind)) return false;
    if (call.tool.name === "write_file" || isWholeFolder(call, folders)) return true;
    if (call.tool.name === "disk_usage" && verb === "size" && isSome(what)) return true;
    if (EFFECTS.has(verb) && isFileLook(call)) return true;
    return isLoose(call) || (isFileLook(call) && (isFact || isWider(call, what)));
  });
}

/** It looks at files, and knows neither how many nor which is the largest. */
function isFileLook({ tool }: PlannedCall): boolean {
  return tool.behaviour.readOnly && LOOKS.test(tool.name);
}

/** It leaves out a size or a time that was said. */
function isWider({ input }: PlannedCall, { limits }: FileRequest["what"]): boolean {
  const values = isJsonObject(input) ? Object.values(input) : [];
  return !limits.every(({ value }) => values.includes(value));
}

function isSome({ types, words, limits }: FileRequest["what"]): boolean {
  return types !== undefined || words.length > 0 || limits.length > 0;
}

/** A change of a folder that was opened as a whole is asked about. */
function isWholeFolder({ tool, input }: PlannedCall, folders: readonly KnownFolder[]): boolean {
  if (tool.behaviour.readOnly || !isJsonObject(input)) return false;
  return tool.name !== "organise_by_type" && folders.some(({ path }) => path === input.path);
}

function isOfSession({ tool }: PlannedCall): boolean {
  if (tool.sourceId === "session_file_system") return true;
  return knownTool(tool).fields.some((field) => field.isOfSession);
}

/** Half a sentence is nothing to look for. */
function isLoose({ tool, input }: PlannedCall): boolean {
  if (!tool.behaviour.readOnly || !isJsonObject(input)) return false;
  return [input.name, input.content, input.pattern].some(
    (text) => typeof text === "string" && text.split(/\s+/).length > MOST_WORDS,
  );
}

/** What was told of is what "it" and "them" are, and not all that was looked at for it. */
export function recallAbout(recalled: Recalled, before: Plan | undefined): Recalled {
  if (!before) return recalled;
  const { file: _, files: __, isFileNewest: ___, ...others } = recalled;
  const { about = [] } = before;
  if ("calls" in before && before.calls.some(({ tool }) => !tool.behaviour.readOnly)) {
    const { files: ____, ...changed } = recalled;
    return changed;
  }
  const [one, ...more] = about;
  if (!one) return { ...others, isOfSession: false };
  return {
    ...others,
    isOfSession: false,
    files: { files: about, isCut: false },
    ...(more.length === 0 && { file: one.path, isFileNewest: true }),
  };
}
