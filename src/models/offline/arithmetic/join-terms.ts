import type { Term } from "./terms.ts";

/** An expression as the calculator takes it. */
export type Joined = {
  readonly text: string;
  /** How many signs and functions are in it: a bare number is no calculation. */
  readonly signs: number;
  /** Has signs between values, so that it needs brackets beside others. */
  readonly isCompound: boolean;
};

/** "100 / half of 4", "100 / 5% of 20": whether 100 is divided by all of that, is anyone's guess. */
const BINDS = /[*/^d] $/;
const BINDS_LAST = /[*/^d] (?:[\d.]{1,40}|that)$/;

/** Pieces one behind the other, if values and signs take turns and brackets close. */
export function joinTerms(terms: readonly Term[]): Joined | undefined {
  let [text, signs, depth] = ["", 0, 0];
  let isCompound = false;
  let wantsValue = true;
  for (const [at, { kind, text: name }] of terms.entries()) {
    const next = terms[at + 1]?.kind;
    if (kind === "open" && wantsValue) {
      depth += 1;
      text += "(";
    } else if (kind === "value" && wantsValue) {
      const isRoot = text.endsWith("rt");
      text += isRoot ? `(${name})` : name;
      wantsValue = false;
    } else if (kind === "before" && wantsValue) {
      const isRoot = name.endsWith("rt");
      if (isRoot ? next !== "value" && next !== "open" : BINDS.test(text)) return undefined;
      text += isRoot ? name : `${name} `;
      signs += 1;
    } else if (kind === "between" && name === "-" && wantsValue) {
      if (text.endsWith("-") || (next !== "value" && next !== "open")) return undefined;
      text += "-";
    } else if (kind === "between" && !wantsValue) {
      if (name.startsWith("%") && BINDS_LAST.test(text)) return undefined;
      text = withSign(text, name);
      signs += 1;
      isCompound ||= depth === 0;
      wantsValue = true;
    } else if (kind === "after" && !wantsValue) {
      text += name;
      signs += 1;
    } else if (kind === "close" && !wantsValue && depth > 0) {
      depth -= 1;
      text += ")";
    } else return undefined;
  }
  return wantsValue || depth > 0 ? undefined : { text, signs, isCompound };
}

/** "20% off 50" is what is left: 80 % of it. */
function withSign(text: string, sign: string): string {
  if (sign === "% of") return `${text}% of `;
  if (sign !== "% off") return `${text} ${sign} `;
  const [, rest = "", number = ""] = /^(.*?)([\d.]+)$/.exec(text) ?? [];
  return number === "" ? `${text} % off ` : `${rest}(100 - ${number})% of `;
}
