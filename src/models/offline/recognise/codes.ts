import type { Value } from "./value.ts";

const CHUNK = /[\p{L}\p{N}][\p{L}\p{N}_.:@/+-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;
const LONGEST = 64;

/** Words that are no words: with digits, underlines or dashes inside, such as OPS-12 or temp_users. */
export function recogniseCodes(text: string): Value[] {
  return [...text.matchAll(CHUNK)].flatMap(({ 0: chunk, index }) => {
    const isCode = /[\p{L}]/u.test(chunk) && /[\p{N}_@/-]/u.test(chunk);
    if (!isCode || chunk.length > LONGEST || /['’]/.test(chunk)) return [];
    return [{ kind: "code" as const, value: chunk, start: index, end: index + chunk.length }];
  });
}
