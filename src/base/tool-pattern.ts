/**
 * Whether a pattern such as `mcp:github:*` covers a tool id. `*` stands for any run of characters,
 * also none; everything else stands for itself. Only the last `*` is ever tried again, so a hostile
 * pattern costs at most pattern times id, never more.
 */
export function matchesTool(pattern: string, toolId: string): boolean {
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  let read = 0;
  while (read < toolId.length) {
    if (pattern[at] === "*") {
      star = at++;
      resumeAt = read;
    } else if (pattern[at] === toolId[read]) {
      at++;
      read++;
    } else if (star >= 0) {
      at = star + 1;
      read = ++resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
