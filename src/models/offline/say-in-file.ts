import type { Recalled } from "./recall.ts";

const CHANGE =
  /^(?:(?:oh|ah|oops|wait|no|hm+|actually|sorry|please|and|ok|okay|hold on|can you|could you)[\s,.!]+)*(?:change|replace|swap|switch|correct|turn|make)\s+(?:the\s+(?:word\s+)?)?(.{1,100}?)\s+(?:to|with|by|for|into)\s+(.{1,100}?)\s+(?:in|inside)\s+(?:there|it|that(?:\s+(?:file|note|text))?|the\s+(?:file|note|text))[\s.!?]*$/i;

const NOTE =
  /^(?:please\s+)?(?:write|create|make|save|put|leave)\s+(?:me\s+)?(?:a\s+)?(?:new\s+)?(?:text\s+)?(?:file|note)\s+(?:called\s+|named\s+)?([\p{L}\p{N}_.-]+\.\p{L}{1,5})\s+(?:on|in)\s+(.{1,60}?)\s+(?:saying|that\s+says|with(?:\s+the\s+text)?|containing)\s+([^'"“”]{1,300})$/iu;

/** "change Tuesday to Thursday in there": the order as it is said of a file that is named. */
export function sayInFile(text: string, { file, isFileNewest, isOfSession }: Recalled): string {
  const [, name, place, content] = NOTE.exec(text) ?? [];
  if (name !== undefined) return `write '${content}' to a file ${name} on ${place}`;
  const [, before, after] = CHANGE.exec(text) ?? [];
  if (before === undefined || file === undefined || !isFileNewest || !isOfSession) return text;
  return `replace ${before} with ${after} in ${file}`;
}
