import { posix } from "node:path";
import type { JsonObject } from "../../../base/json.ts";
import { type Plan, spoken } from "../complete-calls.ts";
import type { FoundFile } from "../file-set.ts";
import { asking } from "./asking.ts";
import { type Done, type FileTask, isOutcome, type Outcome, PASS, WAIT } from "./file-task.ts";
import { baseOf } from "./match-files.ts";
import { placeOf } from "./place-of.ts";
import type { FileRequest } from "./request.ts";
import { sayFiles, sayPlace } from "./say-files.ts";
import { verbOf } from "./verbs.ts";
import { appendText } from "./write-text.ts";

const MOST_FILES = 20;

/** The calls that change or read these files, one for each. */
export function change(task: FileTask, files: readonly FoundFile[]): Outcome {
  const { request, tools, folders } = task;
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
  const [only] = files;
  if (verb === "append") {
    return only && files.length === 1
      ? appendText(task, only)
      : choosing(task, "Which one do you mean?", files);
  }
  if (verb === "delete") return make("delete_file", (path) => ({ path }));
  if (verb === "rename") {
    if (files.length !== 1 || newName === undefined) {
      return choosing(task, "One file gets a new name at a time. Which one do you mean?", files);
    }
    return make("rename_file", (path) => ({ path, new_name: withEnding(newName, path) }));
  }
  if (to === undefined && newName === undefined) return askWhere(task, files);
  const isRenamed = to === undefined && newName !== undefined;
  const target = isRenamed ? { path: posix.dirname(only?.path ?? "") } : targetOf(to, files, task);
  if (isOutcome(target)) return target;
  const there = files.filter(({ path }) => posix.dirname(path) === target.path);
  if (there.length > 0 && newName === undefined)
    return {
      plan: spoken(
        `${baseOf(there[0]?.path ?? "")} is already in ${sayPlace(target.path, folders)}. I did nothing.`,
      ),
    };
  const names = new Set(files.map(({ path }) => baseOf(path)));
  if (names.size < files.length)
    return choosing(
      task,
      "Some of these have the same name, and only one of each can go there. Which one do you mean?",
      files,
    );
  if (newName !== undefined && files.length > 1) {
    return choosing(task, "One file gets a new name at a time. Which one do you mean?", files);
  }
  const nameOf = (path: string) =>
    newName === undefined ? baseOf(path) : withEnding(newName, path);
  return make(verb === "copy" ? "copy_file" : "move_file", (path) => ({
    path,
    destination: `${target.path}/${nameOf(path)}`,
  }));
}

export function changeFolder(task: FileTask): Outcome {
  const { request, folders } = task;
  const { what, verb } = request;
  const place = placeOf(what.place, task);
  if (isOutcome(place)) return place;
  const isOwn = folders.some(({ path }) => path === place.path);
  if (isOwn || !what.isFolder) return askFolder(place.path, folders);
  if (verb === "rename" || verb === "delete" || verb === "move" || verb === "copy") {
    return change(task, [{ path: place.path }]);
  }
  return PASS;
}

export function askFolder(path: string, folders: FileTask["folders"]): Done {
  const name = sayPlace(path, folders);
  const text = `Do you mean the folder ${name} itself, or the files in it? I did nothing yet.`;
  const description = `The folder ${name}, or the files in it`;
  return { plan: asking(text, { name: "what", description }) };
}

/** Which of them is meant; what is chosen is done then. */
export function choosing(
  task: FileTask,
  question: string,
  files: readonly FoundFile[],
  few?: readonly FoundFile[],
): Done {
  const shown = files.slice(0, 12);
  const list = shown.map(({ path }) => `- ${sayPlace(path, task.folders)}`);
  const more = files.length > shown.length ? [`- … and ${files.length - shown.length} more`] : [];
  const take = (chosen: readonly FoundFile[]): Plan => {
    const done = change(task, chosen);
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

const LONGEST_PLACE = 60;

/** A move or a copy without a place: the answer is put behind what was said. */
function askWhere({ request, folders }: FileTask, files: readonly FoundFile[]): Done {
  const { said, verb } = request;
  const what = verb === "copy" ? "the copy" : "it";
  const which =
    files.length === 1 ? sayPlace(files[0]?.path ?? "", folders) : `${files.length} files`;
  const names = folders.slice(0, 10).map(({ name }) => name);
  const text = `${which}: where should ${files.length === 1 ? what : "they"} go? Say a folder, or another name for it. I know: ${names.join(", ")}.`;
  const plan = asking(text, { name: "destination", description: "A folder, or another name" });
  const order = said.replace(/[\s.!?]+$/, "");
  const retold = (answer: string) => {
    const place = answer
      .trim()
      .replace(/^(?:to|in|into|on|onto|as|destination:)\s+|[\s.!?]+$/gi, "");
    return place !== "" && place.length <= LONGEST_PLACE && !verbOf(place)
      ? `${order} to ${place}`
      : undefined;
  };
  return { plan: { ...plan, retold } };
}

function targetOf(to: FileRequest["to"], files: readonly FoundFile[], task: FileTask) {
  if (!to) return PASS;
  if (!to.isNew || !("called" in to)) return placeOf(to, task);
  const name = to.called[0] ?? "";
  const parent = to.inside
    ? placeOf(to.inside, task)
    : { path: posix.dirname(files[0]?.path ?? "") };
  if (isOutcome(parent)) return parent;
  return /^\.+$/.test(name) ? PASS : { path: `${parent.path}/${name}` };
}

function withEnding(name: string, path: string): string {
  const ending = posix.extname(path);
  return posix.extname(name) === "" && ending !== "" ? `${name}${ending}` : name;
}
