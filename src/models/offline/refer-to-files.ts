import { posix } from "node:path";
import type { Message } from "../../schema/message.ts";
import { type Plan, spoken } from "./complete-calls.ts";
import type { FileSet, FoundFile } from "./file-set.ts";
import type { Reading } from "./reading.ts";
import type { Recalled } from "./recall.ts";
import { overlaps, type Value } from "./recognise/value.ts";
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
  { files: set, grouped = [] }: Recalled,
  messages: readonly Message[],
): Plan | Reading | undefined {
  const now = new Date(messages.at(-1)?.createdAt ?? 0);
  if (!set || set.files.length === 0) return nameFiles(reading, grouped);
  const only = selectOnly(reading.text, set, now);
  if (only) return only.isUncertain ? cutShort(set) : spoken(tellFiles(only.files));
  const named = nameFiles(reading, set.files);
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
function nameFiles(reading: Reading, files: readonly FoundFile[]): Reading | undefined {
  const spaced = spacedNames(reading, files);
  const others = reading.values.filter((value) => !spaced.some((it) => overlaps(it, value)));
  const values = others.map((value) => {
    const name = String(value.value);
    if (value.kind !== "path" || value.detail !== undefined || name.includes("/")) return value;
    const only = onlyNamed(name, files);
    return only ? { ...value, value: only.path, detail: "each", each: [only.path] } : value;
  });
  return spaced.length > 0 || values.some((value, at) => value !== others[at])
    ? { ...reading, values: [...values, ...spaced] }
    : undefined;
}

/** Names with spaces and brackets in them, which nothing but a list of files tells from words. */
function spacedNames(reading: Reading, files: readonly FoundFile[]): Value[] {
  const text = reading.text.toLowerCase();
  const found = files.flatMap(({ path }): Value[] => {
    const name = posix.basename(path);
    const start = text.indexOf(name.toLowerCase());
    const end = start + name.length;
    if (!/[\s()].*\.\w+$/.test(name) || start < 0 || !onlyNamed(name, files)) return [];
    const isPart = /[\w/]$/.test(text.slice(0, start)) || /^[\w/]/.test(text.slice(end));
    const value = { kind: "path" as const, value: path, start, end, detail: "each", each: [path] };
    return isPart || isQuoted(value, reading) ? [] : [value];
  });
  const isInside = (one: Value, other: Value) =>
    one !== other && overlaps(one, other) && one.end - one.start < other.end - other.start;
  return found.filter((one) => !found.some((other) => isInside(one, other)));
}

function onlyNamed(name: string, files: readonly FoundFile[]): FoundFile | undefined {
  const same = files.filter(({ path }) => path.endsWith(`/${name}`));
  return same.length === 1 ? same[0] : undefined;
}

function isQuoted(span: Pick<Selection, "start" | "end">, { values }: Reading): boolean {
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
