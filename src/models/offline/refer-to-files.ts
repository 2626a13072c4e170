import type { Message } from "../../schema/message.ts";
import { type Plan, spoken } from "./complete-calls.ts";
import type { FileSet, FoundFile } from "./file-set.ts";
import type { Reading } from "./reading.ts";
import type { Recalled } from "./recall.ts";
import { overlaps } from "./recognise/value.ts";
import { sizeInWords } from "./say-file.ts";
import { type Selection, selectIn, selectOnly } from "./select-files.ts";

const NAMES_FILE = /\/|\.\p{L}\w{0,6}\b|\b(?:files?|folder)\b/iu;
const MOST_TOLD = 50;

/**
 * What a message says about the files that were found before: which of them, told at once, or a
 * reading in which the words for them are these files.
 */
export function referToFiles(
  reading: Reading,
  { files: set }: Recalled,
  messages: readonly Message[],
): Plan | Reading | undefined {
  const now = new Date(messages.at(-1)?.createdAt ?? 0);
  if (!set || set.files.length === 0) return undefined;
  const only = selectOnly(reading.text, set, now);
  if (only) return only.isUncertain ? cutShort(set) : spoken(tellFiles(only.files));
  const named = nameFiles(reading, set);
  if (named) return named;
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

/**
 * What was said since the last call, without one: "the largest three" is worked out again from the
 * files that were found, and after any other talk of files nobody knows what "it" is.
 */
export function narrow(recalled: Recalled, messages: readonly Message[]): Recalled {
  let result = recalled;
  for (const { role, content, createdAt } of messages.slice(recalled.since, -1)) {
    if (role !== "user") continue;
    const set = result.files;
    const only = set && selectOnly(content, set, new Date(createdAt));
    if (only && !only.isUncertain && only.files.length > 0) {
      const { file: _, ...others } = result;
      const files = { ...set, files: only.files };
      const [one, ...more] = only.files;
      result = {
        ...others,
        files,
        ...(one && more.length === 0 && { file: one.path, isFileNewest: true }),
      };
    } else if (NAMES_FILE.test(content)) {
      result = { ...result, isFileNewest: false };
    }
  }
  return result;
}

/** "delete dog.jpg" is the one that was found, where one of that name was. */
function nameFiles(reading: Reading, { files }: FileSet): Reading | undefined {
  const values = reading.values.map((value) => {
    const name = String(value.value);
    if (value.kind !== "path" || value.detail !== undefined || name.includes("/")) return value;
    const same = files.filter(({ path }) => path.endsWith(`/${name}`));
    const [only] = same;
    return only && same.length === 1
      ? { ...value, value: only.path, detail: "each", each: [only.path] }
      : value;
  });
  return values.some((value, at) => value !== reading.values[at])
    ? { ...reading, values }
    : undefined;
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
  return [files.length === 1 ? "One file:" : `${files.length} files:`, ...lines, ...more].join(
    "\n",
  );
}
