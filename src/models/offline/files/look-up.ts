import { posix } from "node:path";
import { isJsonObject } from "../../../base/json.ts";
import type { Tool } from "../../../schema/tool.ts";
import { spoken } from "../complete-calls.ts";
import { type FileTask, isOutcome, MOST_ROOTS, type Outcome, PASS, WAIT } from "./file-task.ts";
import { filtersOf, findFiles } from "./find-files.ts";
import { placeOf } from "./place-of.ts";
import { sayPlace } from "./say-files.ts";

/** One question that one tool answers. */
export function lookUp(task: FileTask): Outcome {
  const { request, tools, roots } = task;
  const { verb, what, content } = request;
  const place = what.place ? placeOf(what.place, task) : undefined;
  if (place && isOutcome(place)) return place;
  const paths = place ? [place.path] : roots.slice(0, MOST_ROOTS);
  if (verb === "usage" && what.words.length > 0) return PASS;
  const name =
    verb === "usage" ? "disk_usage" : verb === "mention" ? "search_files" : "find_duplicates";
  const tool = tools.get(name);
  if (!tool) return PASS;
  const isNamed =
    verb === "mention" && what.words.some((word) => !/^(?:documents?|notes?|texts?)$/.test(word));
  if (isNamed) return lookInside(task, tool);
  const filters = verb === "usage" ? {} : filtersOf(what);
  const calls = paths.map((path, at) => ({
    tool,
    input: { path, ...(content !== undefined && { content }), ...filters },
    carried: [],
    ...(at > 0 && { isSame: true }),
  }));
  return { plan: { calls } };
}

/** Whether a text stands in files that were named. */
function lookInside(task: FileTask, tool: Tool): Outcome {
  const { content = "" } = task.request;
  const found = findFiles(task);
  if (isOutcome(found)) return found;
  const [file, ...others] = found.files;
  if (!file || others.length > 0) return PASS;
  const { path } = file;
  const input = { path: posix.dirname(path), name: posix.basename(path), content };
  return { plan: { calls: [{ tool, input, carried: [] }] } };
}

export function countFolders(task: FileTask): Outcome {
  const { request, folders, see } = task;
  const place = placeOf(request.what.place, task);
  if (isOutcome(place)) return place;
  const seen = see("list_files", { path: place.path });
  if (seen === undefined) return WAIT;
  const inside = isJsonObject(seen) && Array.isArray(seen.folders) ? seen.folders : undefined;
  if (!inside) return PASS;
  const names = inside.length > 0 ? `: ${inside.slice(0, 20).join(", ")}` : "";
  const count = inside.length === 1 ? "1 folder" : `${inside.length} folders`;
  return { plan: spoken(`${count} in ${sayPlace(place.path, folders)}${names}.`), about: [] };
}

/** What is in a folder, or how much. */
export function lookInto(task: FileTask): Outcome {
  const { request, tools } = task;
  const place = placeOf(request.what.place, task);
  if (isOutcome(place)) return place;
  const tool = tools.get(request.verb === "size" ? "disk_usage" : "list_files");
  return tool ? { plan: { calls: [{ tool, input: { path: place.path }, carried: [] }] } } : PASS;
}
