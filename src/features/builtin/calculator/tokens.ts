/** A piece of an expression: a number, a name or a sign. */
export type Token = { readonly kind: "number" | "name" | "sign"; readonly text: string };

const TOKEN = /\s+|(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|(\p{L}+)|(\*\*|[-+*/^%(),])/iuy;
const SAME: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["–", "-"],
  ["×", "*"],
  ["·", "*"],
  ["÷", "/"],
  ["√", "sqrt"],
  ["π", "pi"],
]);

/** An expression cut into pieces; other ways to write a sign become the usual one. */
export function tokensOf(expression: string): readonly Token[] {
  const text = expression.replace(/[−–×·÷√π]/gu, (sign) => SAME.get(sign) ?? sign);
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`"${text.slice(at, at + 10)}" is no part of a calculation.`);
    const [, number, name, sign] = found;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    if (name !== undefined) tokens.push({ kind: "name", text: name.toLowerCase() });
    if (sign !== undefined) tokens.push({ kind: "sign", text: sign === "**" ? "^" : sign });
  }
  return tokens;
}
