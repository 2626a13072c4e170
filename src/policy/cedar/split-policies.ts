export type PolicyText = {
  readonly text: string;
  /** Where in the file it begins, and in which line that is. */
  readonly start: number;
  readonly line: number;
};

/** Line breaks, comments, whole strings, and else single characters. */
const TOKEN = /\n|\/\/[^\n]*|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\S/g;

/** Cuts a file at the `;` that end policies; one in a string or a comment ends nothing. */
export function splitPolicies(file: string): PolicyText[] {
  const policies: PolicyText[] = [];
  let begun: { start: number; line: number } | undefined;
  let [line, end] = [1, 0];
  for (const { 0: token, index } of file.matchAll(TOKEN)) {
    const isCode = token !== "\n" && !token.startsWith("//");
    if (isCode) {
      begun ??= { start: index, line };
      end = index + token.length;
    }
    line += token.split("\n").length - 1;
    if (token !== ";" || !begun) continue;
    policies.push({ ...begun, text: file.slice(begun.start, end) });
    begun = undefined;
  }
  // A last policy without its `;` is left for the parser to complain about.
  if (begun) policies.push({ ...begun, text: file.slice(begun.start, end) });
  return policies;
}
