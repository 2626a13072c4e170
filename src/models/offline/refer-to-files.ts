import type { Message } from "../../schema/message.ts";
import { type Plan, spoken } from "./complete-calls.ts";
import type { FileSet, FoundFile } from "./file-set.ts";
import type { Reading } from "./reading.ts";
import type { Recalled } from "./recall.ts";
import { overlaps } from "./recognise/value.ts";
import { sizeInWords } from "./say-file.ts";
import { type Selection, selectIn, selectOnly } from "./select-files.ts";

const MOST_TOLD = 50;

/**
 * What a message says about the files that were found before: which of them, told at once, or a
 * reading in which the words for them are these files.
 */
export function referToFiles(
  reading: Reading,
  recalled: Recalled,
  messages: readonly Message[],
): Plan | Reading | undefined {
  const set = recalled.files && narrowed(recalled.files, messages.slice(recalled.since));
  const now = new Date(messages.at(-1)?.createdAt ?? 0);
  if (!set || set.files.length === 0) return undefined;
  const only = selectOnly(reading.text, set, now);
  if (only) return only.isUncertain ? cutShort(set) : spoken(tellFiles(only.files));
  const some = selectIn(reading.text, set, now);
  if (!some || isQuoted(some, reading)) return undefined;
  if (some.isUncertain) return cutShort(set);
  const [first] = some.files;
  if (!first) return spoken("None of the files that I found is like that.");
  const value = {
    ...{ kind: "path" as const, value: first.path, start: some.start, end: some.end },
    ...{ detail: "each", each: some.files.map(({ path }) => path) },
  };
  return {
    ...reading,
    values: [...reading.values.filter((it) => !overlaps(it, value)), value],
  };
}

/** "the largest three" was only said: it is worked out again from the files that were found. */
function narrowed(set: FileSet, since: readonly Message[]): FileSet {
  let result = set;
  for (const { role, content, createdAt } of since.slice(0, -1)) {
    if (role !== "user") continue;
    const only = selectOnly(content, result, new Date(createdAt));
    if (only && !only.isUncertain && only.files.length > 0) result = { ...result, files: only.files };
  }
  return result;
}

function isQuoted(span: Selection, { values }: Reading): boolean {
  return values.some(({ kind, start, end }) => kind === "quoted" && overlaps(span, { start, end }));
}

function cutShort({ files }: FileSet): Plan {
  return spoken(
    `I was told only ${files.length} of them, so I cannot say which these are. Ask again with fewer: by type, size or date.`,
  );
}

function tellFiles(files: readonly FoundFile[]): string {
  if (files.length === 0) return "None of the files that I found is like that.";
  const lines = files.slice(0, MOST_TOLD).map(({ path, size }) => {
    return `- ${path}${size === undefined ? "" : `, ${sizeInWords(size)}`}`;
  });
  const more = files.length > MOST_TOLD ? [`- … and ${files.length - MOST_TOLD} more`] : [];
  return [files.length === 1 ? "One file:" : `${files.length} files:`, ...lines, ...more].join("\n");
}
