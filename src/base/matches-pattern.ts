/**
 * Whether a text matches a pattern in which `*` stands for any characters: what Cedar's `like`
 * says, in time that grows with the product of the two lengths and no faster.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  let [at, inText, star, retry] = [0, 0, -1, 0];
  while (inText < text.length) {
    if (pattern[at] === "*") {
      star = at++;
      retry = inText;
    } else if (at < pattern.length && pattern[at] === text[inText]) {
      at++;
      inText++;
    } else if (star >= 0) {
      at = star + 1;
      inText = ++retry;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
