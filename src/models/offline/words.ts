import { stem } from "../../base/stem.ts";

export type Word = {
  /** As it was written. */
  readonly text: string;
  /** In lower case, without accents, apostrophes and the possessive. */
  readonly plain: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
};

const WORD =
  /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*|[+*×÷=]|(?<![^\s\p{N}])[/−-](?![^\s\p{N}])|:(?=\s|$)|°[CF](?!\p{L})|[$€£¥₹]/gu;
const MARK = /\p{M}+/gu;
const POSSESSIVE = /['’]s$/;
const APOSTROPHE = /['’]/g;
const SIGNS = new Map([
  ["−", "-"],
  ["×", "*"],
  ["÷", "/"],
  ["°C", "celsius"],
  ["°F", "fahrenheit"],
]);

/** The words of a text in their order. Signs of arithmetic, of money and the colon count as words. */
export function splitWords(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: found, index }) => {
    const plain = plainOf(found);
    return { text: found, plain, stem: stem(plain), start: index, end: index + found.length };
  });
}

function plainOf(text: string): string {
  const sign = SIGNS.get(text);
  if (sign) return sign;
  const letters = text.normalize("NFKD").replace(MARK, "").toLowerCase();
  return letters.replace(POSSESSIVE, "").replace(APOSTROPHE, "");
}

/** Stems of all words: for texts that are only compared. */
export function stemsOf(text: string): string[] {
  return splitWords(text).map((word) => word.stem);
}
