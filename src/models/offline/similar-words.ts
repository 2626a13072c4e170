const SHORTEST = 4;

/** Whether one word is the other with a slip of the pen, or a form of it that stems do not join. */
export function isSimilar(a: string, b: string): boolean {
  if (a.length < SHORTEST || b.length < SHORTEST) return false;
  if (a[0] !== b[0]) return false;
  return isOneSlip(a, b) || shareOfTrigrams(a, b) >= 0.6;
}

/** One letter more, less, other, or two swapped. */
export function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB === `${restA[1]}${restA[0]}`;
}

function shareOfTrigrams(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)];
  let both = 0;
  for (const gram of left) if (right.has(gram)) both++;
  return (2 * both) / (left.size + right.size);
}

function trigrams(word: string): Set<string> {
  const padded = `^^${word}`;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3));
  return grams;
}
