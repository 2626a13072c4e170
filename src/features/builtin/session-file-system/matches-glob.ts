/**
 * `*` and `?` within a name, `**` across folders. A pattern without a slash is held against the
 * name alone. Walked by hand, because a regular expression made from a stranger's pattern may never
 * end (A90).
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const isName = !pattern.includes("/");
  const text = isName ? path.slice(path.lastIndexOf("/") + 1) : path;
  const whole = isName || pattern.startsWith("/") ? pattern : `/${pattern}`;
  return matches(whole.replace(/\*{3,}/g, "**"), text);
}

/** Back to the last star of each kind, and no further: at most length × length steps. */
function matches(pattern: string, text: string): boolean {
  let [p, t] = [0, 0];
  let star = { pattern: -1, text: 0 };
  let deep = { pattern: -1, text: 0 };
  while (t < text.length) {
    if (pattern.startsWith("**", p)) {
      // `/**/` also stands for a single slash.
      deep = { pattern: pattern[p + 2] === "/" ? p + 3 : p + 2, text: t };
      star = { pattern: -1, text: 0 };
      p = deep.pattern;
    } else if (pattern[p] === "*") {
      star = { pattern: p + 1, text: t };
      p += 1;
    } else if (pattern[p] === text[t] || (pattern[p] === "?" && text[t] !== "/")) {
      p += 1;
      t += 1;
    } else if (star.pattern >= 0 && text[star.text] !== "/") {
      star.text += 1;
      [p, t] = [star.pattern, star.text];
    } else if (deep.pattern >= 0) {
      deep.text += 1;
      star = { pattern: -1, text: 0 };
      [p, t] = [deep.pattern, deep.text];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(p));
}
