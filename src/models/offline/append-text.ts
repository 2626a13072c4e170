import { isJsonObject } from "../../base/json.ts";
import type { Plan } from "./complete-calls.ts";
import { convertValue } from "./convert-value.ts";
import type { Field } from "./field.ts";
import type { Interpreting } from "./interpret.ts";
import type { KnownTool } from "./known-tool.ts";
import type { Reading } from "./reading.ts";
import { speechActOf } from "./speech-act.ts";

const APPEND =
  /^(?:(?:ok|okay|and|now|then|also|please|pls|hey|hi|hello)\b[\s,!.]*|(?:can|could|would|will) you (?:please )?)*(add|append|insert|put|write)\s+(?:the (?:line|text|words?)\s+|a line(?: saying)?\s+)?([\s\S]{1,2000}?)\s+(?:to|into|at|in|onto)\s+(?:the end of\s+|the bottom of\s+)?(it|that|this|(?:the|that|this) file|(?:the file\s+)?\S+(?:\s+(?:in|from|inside)\s+(?:my|the)?\s*\S+(?:\s+folder)?)?)(?:[\s,]+(?:please|pls|thanks|too|as well))*[\s.!]*$/iu;
const LONGEST = 2_500;
const ALWAYS = /^(?:add|append|insert)$/i;

/**
 * "add butter to it": a file is read and written again with the text behind what was there. Only
 * where no tool adds by itself, and one that reads and one that writes belong together.
 */
export function appendText(reading: Reading, interpreting: Interpreting): Plan | undefined {
  const { text } = reading;
  if (text.length > LONGEST) return undefined;
  const [, verb = "", said = "", target = ""] = APPEND.exec(text) ?? [];
  const isEnd = /\b(?:the end|the bottom) of\b/i.test(text);
  if ((!ALWAYS.test(verb) && !isEnd) || speechActOf(text) !== "order") return undefined;
  const added = said.trim().replace(/^(["'“‘`])([\s\S]*)["'”’`]$/u, "$2");
  // "add it to a.txt" adds what came before, and which that is nobody said.
  if (added === "" || /^(?:it|that|this|them)$/i.test(added)) return undefined;
  const found = readersAndWriters(interpreting).flatMap(({ reader, writer }) => {
    const path = pathOf(target, writer.path, reading, interpreting);
    return path === undefined ? [] : [{ reader, writer, path }];
  });
  const [first] = found;
  if (!first) return undefined;
  const { reader, writer, path } = first;
  const content = { field: writer.content, value: added, start: 0, end: 0, fit: 1 };
  return {
    calls: [
      { tool: reader.known.tool, input: { [reader.path.name]: path }, carried: [] },
      {
        tool: writer.known.tool,
        input: { [writer.path.name]: path },
        carried: [{ ...content, before: true, behind: true }],
      },
    ],
  };
}

function pathOf(
  target: string,
  field: Field,
  { values, text }: Reading,
  { recalled, matches, all }: Interpreting,
): string | undefined {
  const isSameWorld = recalled.isOfSession === field.isOfSession;
  if (/^(?:it|that|this|(?:the|that|this) file)$/i.test(target) && !isSameWorld) return undefined;
  if (/^(?:it|that|this)$/i.test(target)) return recalled.isFileNewest ? recalled.file : undefined;
  if (/^(?:the|that|this) file$/i.test(target)) return recalled.file;
  const said = target.replace(/^the file\s+/i, "").replace(/[.,!?]+$/, "");
  const last = values.findLast(
    ({ kind, start, end }) => kind === "path" && text.slice(start, end) === said,
  );
  if (!last) return undefined;
  const isHere =
    last.detail === undefined ? field.isOfSession === all.hasSessionFiles : !field.isOfSession;
  if (!isHere) return undefined;
  const made = convertValue(field, last, matches);
  return typeof made === "string" ? made : undefined;
}

type Reader = { readonly known: KnownTool; readonly path: Field };
type Writer = Reader & { readonly content: Field };

/** Tools that read and write the same files: those of one capability. */
function readersAndWriters({ all }: Interpreting) {
  return all.askable.flatMap((known) => {
    const writer = writerOf(known);
    const { capabilityId } = known.tool;
    const same = all.askable.filter(({ tool }) => tool.capabilityId === capabilityId);
    const reader = writer && same.flatMap((it) => readerOf(it) ?? [])[0];
    return reader ? [{ reader, writer }] : [];
  });
}

/** Takes a path and all of a file's text. */
function writerOf(known: KnownTool): Writer | undefined {
  const needed = known.fields.filter(({ required }) => required);
  const path = needed.find(({ kinds }) => kinds.has("path"));
  const content = needed.find(({ name }) => name === "content" || name === "text");
  const isWhole = known.effectful && needed.length === 2 && path && content;
  return isWhole ? { known, path, content } : undefined;
}

/** Takes a path and answers with the file's text. */
function readerOf(known: KnownTool): Reader | undefined {
  const needed = known.fields.filter(({ required }) => required);
  const [path] = needed;
  if (known.effectful || needed.length !== 1 || !path?.kinds.has("path")) return undefined;
  const { outputSchema } = known.tool;
  const brought = isJsonObject(outputSchema?.properties) ? outputSchema.properties : {};
  const inner =
    isJsonObject(brought.result) && isJsonObject(brought.result.properties)
      ? brought.result.properties
      : brought;
  return isJsonObject(inner.content) ? { known, path } : undefined;
}
