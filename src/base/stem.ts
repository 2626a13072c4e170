const VOWEL = /[aeiouy]/;

/**
 * Takes the endings off English words, lightly: what two forms share matters, not that it is a word.
 * Words of other scripts and languages mostly pass as they are.
 */
export function stem(word: string): string {
  const single = withoutPlural(word);
  const base = withoutEnding(single, "ing") ?? withoutEnding(single, "ed") ?? single;
  return base.length > 3 && base.endsWith("e") ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith("s")) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[sui]s$/.test(word) ? word : word.slice(0, -1);
}

function withoutEnding(word: string, ending: string): string | undefined {
  if (!word.endsWith(ending)) return undefined;
  const base = word.slice(0, -ending.length);
  if (base.length < 3 || !VOWEL.test(base)) return undefined;
  const isDoubled = base.at(-1) === base.at(-2) && !/[lsz]$/.test(base);
  return isDoubled ? base.slice(0, -1) : base;
}
