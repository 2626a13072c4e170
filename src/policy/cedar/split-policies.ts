export type PolicyText = {
  readonly text: string;
  /** Where in the file it begins. */
  readonly start: number;
};

/** Comments, whole strings, and else single characters. */
const TOKEN = /\/\/[^\n]*|"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\S/g;

/** Cuts a file at the `;` that end policies; one in a string or a comment ends nothing. */
export function splitPolicies(file: string): PolicyText[] {
  const policies: PolicyText[] = [];
  let start: number | undefined;
  let end = 0;
  for (const { 0: token, index } of file.matchAll(TOKEN)) {
    if (token.startsWith("//")) continue;
    start ??= index;
    end = index + token.length;
    if (token !== ";") continue;
    policies.push({ text: file.slice(start, end), start });
    start = undefined;
  }
  // A last policy without its `;` is left for the parser to complain about.
  if (start !== undefined) policies.push({ text: file.slice(start, end), start });
  return policies;
}
