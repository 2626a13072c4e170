import { posix } from "node:path";
import type { JsonObject } from "../../../base/json.ts";
import { type PlannedCall, spoken } from "../complete-calls.ts";
import type { FoundFile } from "../file-set.ts";
import { knownTool } from "../known-tool.ts";
import {
  type FileTask,
  filesSeen,
  isOutcome,
  MOST_LISTED,
  type Outcome,
  PASS,
  WAIT,
} from "./file-task.ts";
import { baseOf } from "./match-files.ts";
import { placeOf } from "./place-of.ts";
import { sayPlace } from "./say-files.ts";

const TEXTS =
  /\.(?:txt|md|markdown|csv|tsv|log|json|jsonl|ya?ml|toml|ini|xml|html?|css|[cm]?[jt]s|py|sh|sql|rst|tex|conf)$/i;

/** A new file in a folder that is known. One that is there is not replaced unless that was said. */
export function writeText(task: FileTask): Outcome {
  const { request, see, folders, tools } = task;
  const { what, writing } = request;
  const [name] = what.fileNames;
  if (!writing || name === undefined || what.fileNames.length > 1 || !what.place) return PASS;
  const place = placeOf(what.place, task);
  if (isOutcome(place)) return place;
  const path = posix.join(place.path, name);
  const tool = tools.get("write_file");
  if (!tool) return PASS;
  const calls = [{ tool, input: { path, content: writing.text }, carried: [] }];
  if (writing.how === "write") return { plan: { calls } };
  const seen = filesSeen(place.path, see("list_files", { path: place.path, limit: MOST_LISTED }));
  if (!seen) return WAIT;
  const there = seen.files.find(({ path }) => baseOf(path).toLowerCase() === name.toLowerCase());
  if (there && writing.how === "note") return appendText(task, there);
  if (there && writing.how === "create") {
    const where = sayPlace(place.path, folders);
    return {
      plan: spoken(
        `${baseOf(there.path)} is already in ${where}. I did nothing. To put more into it, say: add "…" to ${name} in ${where}`,
      ),
    };
  }
  return { plan: { calls } };
}

/** The file is read, and written again with the text behind what was there. */
export function appendText({ request, tools, folders }: FileTask, { path }: FoundFile): Outcome {
  const { writing } = request;
  const [reader, writer] = [tools.get("read_file"), tools.get("write_file")];
  const field = writer && knownTool(writer).fields.find(({ name }) => name === "content");
  if (!writing || !reader || !writer || !field) return PASS;
  if (!TEXTS.test(path)) {
    const where = sayPlace(path, folders);
    return { plan: spoken(`I can add text only to text files, and ${where} is none.`) };
  }
  const input: JsonObject = { path };
  const text = { field, value: writing.text, start: 0, end: 0, fit: 1 };
  const calls: readonly PlannedCall[] = [
    { tool: reader, input, carried: [] },
    { tool: writer, input, carried: [{ ...text, before: true, behind: true }] },
  ];
  return { plan: { calls }, about: [{ path }] };
}
