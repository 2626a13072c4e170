const TOKENS =
  /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\(\?[:=!]|\(\?<[^>]*>|[()]|\{(\d+)(?:,(\d*))?\}|./gs;

type Part = { all: number; last: number };

/**
 * How many steps an expression becomes when its counted repetitions are written out: what compiling
 * it takes, and what each character of a text takes.
 */
export function patternWeight(pattern: string): number {
  const open: Part[] = [];
  let part: Part = { all: 0, last: 0 };
  for (const [token, least, most] of pattern.matchAll(TOKENS)) {
    if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most ?? 0));
      part.all += part.last * (times - 1);
      part.last *= times;
    } else if (token.startsWith("(")) {
      open.push(part);
      part = { all: 0, last: 0 };
    } else if (token === ")") {
      const around = open.pop() ?? { all: 0, last: 0 };
      part = { all: around.all + part.all + 1, last: part.all + 1 };
    } else {
      part.all += 1;
      part.last = 1;
    }
  }
  return open.reduce((sum, { all }) => sum + all, part.all);
}
