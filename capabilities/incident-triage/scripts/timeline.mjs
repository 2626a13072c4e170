import { createReadStream, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { createInterface } from "node:readline";

const TIME = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?/;
const ERROR = /\b(error|fatal|panic|exception|critical)\b|\bstatus["=: ]+5\d\d\b|" 5\d\d /i;
const MAX_LINE = 10_000;
const MAX_MESSAGES = 10_000;
const TOP = 10;

try {
  const given = process.argv.slice(2);
  const [file, match = ""] = given[0] === "--" ? given.slice(1) : given;
  if (!file || !existsSync(file)) throw new Error(`There is no file "${file ?? ""}".`);
  const read = await readLog(file, match);
  const page = `outputs/${basename(file, extname(file)).replace(/[^\p{L}\p{N}._-]+/gu, "-")}-timeline.md`;
  mkdirSync("outputs", { recursive: true });
  writeFileSync(page, pageOf(file, read));
  process.stdout.write(`${JSON.stringify({ ...read, page }, null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function readLog(file, match) {
  const minutes = new Map();
  const messages = new Map();
  let [lines, errors, withoutTime, time] = [0, 0, 0, ""];
  let first;
  let last;
  for await (const whole of createInterface({ input: createReadStream(file, "utf8") })) {
    const line = whole.slice(0, MAX_LINE);
    lines += 1;
    const found = TIME.exec(line)?.[0].replace("T", " ");
    // A line without a time of its own, such as of a stack trace, belongs to the one before.
    if (!found) withoutTime += 1;
    time = found ?? time;
    if (!(match === "" ? ERROR.test(line) : line.includes(match))) continue;
    errors += 1;
    first ??= { time, line: line.slice(0, 300) };
    last = { time, line: line.slice(0, 300) };
    count(minutes, time.slice(0, 16));
    count(messages, messageOf(line));
  }
  return {
    lines,
    errors,
    lines_without_time: withoutTime,
    first_error: first ?? null,
    last_error: last ?? null,
    errors_by_minute: top(minutes).map(([minute, times]) => ({ minute, errors: times })),
    messages: top(messages).map(([message, times]) => ({ message, times })),
  };
}

function count(counts, key) {
  if (counts.has(key) || counts.size < MAX_MESSAGES) counts.set(key, (counts.get(key) ?? 0) + 1);
}

function top(counts) {
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, TOP);
}

/** Without what differs from one time to the next, so that the same message is counted once. */
function messageOf(line) {
  return line
    .replace(TIME, "")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, "<id>")
    .replace(/\b0x[0-9a-f]+\b/gi, "<address>")
    .replace(/\d+/g, "<n>")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}

function pageOf(file, { lines, errors, first_error, last_error, errors_by_minute, messages }) {
  const at = (error) => (error ? `${error.time || "no time"}: \`${plain(error.line)}\`` : "none");
  return [
    `# Timeline of ${plain(basename(file))}`,
    "",
    `${lines} lines, ${errors} errors.`,
    "",
    `- First: ${at(first_error)}`,
    `- Last: ${at(last_error)}`,
    "",
    "| minute | errors |",
    "| --- | --- |",
    ...errors_by_minute
      .toSorted((a, b) => (a.minute < b.minute ? -1 : 1))
      .map(({ minute, errors: times }) => `| ${minute || "no time"} | ${times} |`),
    "",
    "| message | times |",
    "| --- | --- |",
    ...messages.map(({ message, times }) => `| \`${plain(message)}\` | ${times} |`),
    "",
  ].join("\n");
}

/** A log is text: it makes no cell or markup of its own. */
function plain(text) {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replaceAll("`", "'")
    .replaceAll("|", "¦");
}
