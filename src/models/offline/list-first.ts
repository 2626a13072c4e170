import type { Plan } from "./complete-calls.ts";
import { completeCalls } from "./complete-calls.ts";
import type { Interpreting } from "./interpret.ts";
import { interpret } from "./interpret.ts";
import { cutReading, type Reading } from "./reading.ts";
import { overlaps } from "./recognise/value.ts";
import { speechActOf } from "./speech-act.ts";
import type { Word } from "./words.ts";

const MOST =
  /\b(?:the\s+)?(?:(?:\d{1,3}|two|three|four|five)\s+)?(?:largest|biggest|smallest|newest|latest|oldest)(?:\s+(?:\d{1,3}|two|three|four|five))?(?:\s+(?:files?|ones?))?\b/i;
const KINDS = new Set(["filetype", "size", "age"]);

/**
 * "delete the pdfs in my downloads": which files these are has to be seen first. They are looked up,
 * and what shall become of them is one more sentence.
 */
export function listFirst(reading: Reading, interpreting: Interpreting): Plan | undefined {
  if (speechActOf(reading.text) !== "order") return undefined;
  const { words, values } = reading;
  const verb = words.find(({ stem }) => verbTool(stem, interpreting) !== undefined);
  const tool = verb && verbTool(verb.stem, interpreting);
  const folder = values.find(({ detail, kind }) => kind === "path" && detail === "folder");
  if (!verb || !tool || !folder || verb.start > folder.start) return undefined;
  const isSeveral =
    values.some(({ kind }) => KINDS.has(kind)) ||
    words.some(({ plain }) => /^(?:files|everything)$/.test(plain)) ||
    MOST.test(reading.text);
  if (
    !isSeveral ||
    !/\b(?:in|from|inside|within|under)\s+$/i.test(reading.text.slice(0, folder.start))
  ) {
    return undefined;
  }
  const end = endOf(reading, folder.end);
  const list: Word = { ...verb, plain: "list", stem: "list", text: "list" };
  const most = MOST.exec(reading.text);
  const isMost = ({ start }: Word) =>
    most && start >= most.index && start < most.index + most[0].length;
  const kept = words.filter((it) => it.start > verb.start && !isMost(it));
  const asked = cutReading({ ...reading, words: kept }, verb.end, end);
  const isAll = ({ plain }: Word) => plain === "everything";
  const understood = interpret(
    {
      ...asked,
      words: [
        list,
        ...asked.words.map((it) => (isAll(it) ? { ...it, plain: "files", stem: "file" } : it)),
      ],
    },
    interpreting,
  );
  if (understood.kind !== "call" || understood.parse.known.effectful) return undefined;
  const { parse } = understood;
  const isLost = values.some(
    (value) =>
      KINDS.has(value.kind) && value.end <= end && !parse.filled.some((it) => overlaps(it, value)),
  );
  const plan = isLost ? undefined : completeCalls([parse]);
  if (!plan || !("calls" in plan)) return undefined;
  const rest = reading.text.slice(end).replace(/[\s.!?]+$/, "");
  // "in Downloads or Documents": what is behind it says more than where they shall go.
  if (/^\s+(?:or|and|but|if|unless|not|except|without)\b/i.test(rest)) return undefined;
  const which = most
    ? `${most[0].replace(/^(?:the )?/i, "the ")}${/files?|ones?$/i.test(most[0]) ? "" : " one"}`
    : "them";
  return { ...plan, after: `Nothing is changed yet. To go on, say: ${verb.plain} ${which}${rest}` };
}

/** The tool that changes a file, and is ordered with this word. */
function verbTool(stem: string, { all }: Interpreting) {
  return all.askable.find(
    ({ verbs, effectful, fields }) =>
      effectful &&
      verbs.has(stem) &&
      fields.some(({ kinds, required }) => required && kinds.has("path")),
  );
}

/** Behind the folder and what limits the files; "to my documents" says where they shall go. */
function endOf({ text, values }: Reading, from: number): number {
  const to = /\s+(?:to|into|onto)\s/i.exec(text.slice(from));
  const last = values.filter(({ kind, start }) => KINDS.has(kind) && start >= from);
  const end = Math.max(from, ...last.map((it) => it.end));
  return to ? Math.min(from + to.index, text.length) : Math.max(end, from);
}
