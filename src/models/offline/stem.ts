const VOWEL = /[aeiouy]/;
/** Forms that announce a value, and are not the order of which they are a form. */
const WHOLE = new Set("called named titled entitled saying says reading".split(" "));

/** Takes the endings off English words, lightly: what two forms share matters. */
export function stem(word: string): string {
  if (WHOLE.has(word)) return word;
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
  const isDoubled = base.at(-1) === base.at(-2) && !/[sz]$/.test(base);
  return isDoubled && base.length > 3 ? base.slice(0, -1) : base;
}
