const MOST_LINES = 40;
const MAX_LENGTH = 500;
const ERROR = /^\s*(?:\[\w+\]\s*)?(?:\w*Error|\w*Exception|error|fatal)\b.*:/i;

/** Why a program ended, as its log says it: what it names as an error, or else its last lines. */
export function lastWords(log: string): string {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const error = lines.slice(-MOST_LINES).findLast((line) => ERROR.test(line));
  return (error ?? lines.slice(-3).join(" ")).trim().slice(-MAX_LENGTH);
}
