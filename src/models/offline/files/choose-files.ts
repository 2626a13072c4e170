import type { Choice } from "../complete-calls.ts";
import type { FoundFile } from "../file-set.ts";
import { readOrdinal } from "../ordinal.ts";

/** "the second one", "the one in Documents", "both": which of those that were asked about. */
export function chooseFiles(text: string, { files, few }: Choice): readonly FoundFile[] {
  const said = text
    .replace(/^\s*\w+:\s+/, "")
    .trim()
    .toLowerCase();
  if (/^(?:yes|yep|yeah|sure|ok|okay|right|exactly|that one|correct)\b/.test(said))
    return files.length === 1 ? files : [];
  if (few && /^(?:only|just)\b/.test(said)) return few;
  if (/^(?:(?:all|both)(?:\s+of\s+(?:them|those))?|everything)[\s.!]*$/.test(said)) return files;
  const places = readOrdinal(said.replace(/[.!?]+$/, ""));
  if (places) return places(files.length).flatMap((at) => files[at] ?? []);
  const exact = files.filter(
    ({ path }) =>
      said === path.toLowerCase() || path.toLowerCase().endsWith(`/${said.replace(/[.!?]+$/, "")}`),
  );
  if (exact.length === 1) return exact;
  const words = said
    .split(/[^\p{L}\p{N}]+/u)
    .filter(
      (word) =>
        word !== "" &&
        !/^(?:the|one|in|from|on|of|my|please|file|that|is|which|it|i|mean)$/.test(word),
    );
  const fits = files.filter(({ path }) => {
    const parts = path.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return (
      words.length > 0 &&
      words.every((word) => parts.some((part) => part === word || part === `${word}s`))
    );
  });
  return fits.length === 1 ? fits : [];
}
