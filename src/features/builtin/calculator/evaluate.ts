import {
  add,
  divide,
  type Fraction,
  floor,
  fraction,
  fromNumber,
  multiply,
  negate,
  raise,
  readFraction,
  squareRoot,
  toNumber,
} from "./fraction.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Whether a percentage was written: of what, has to be said before it is added to anything. */
type Operand = Fraction & { readonly isPercent?: boolean };
type Read = () => Operand;

const DEEPEST = 50;
const PI = fromNumber(Math.PI);
const FUNCTIONS: ReadonlyMap<string, (value: Fraction) => Fraction> = new Map([
  ["sqrt", squareRoot],
  ["cbrt", (value: Fraction) => fromNumber(Math.cbrt(toNumber(value)))],
  ["abs", (value: Fraction) => (value.top < 0n ? negate(value) : value)],
  ["floor", floor],
  ["ceil", (value: Fraction) => negate(floor(negate(value)))],
  ["round", (value: Fraction) => floor(add(value, fraction(1n, 2n)))],
]);

/**
 * The value of an expression, by recursive descent. What school leaves open is refused and not
 * guessed: 2(3), 17 % 5, 200 + 10%.
 */
export function evaluate(expression: string): Fraction {
  const tokens = tokensOf(expression);
  let at = 0;
  let depth = 0;
  const peek = () => tokens[at]?.text;
  const take = (...texts: readonly string[]) => {
    const text = peek();
    if (text === undefined || !texts.includes(text)) return undefined;
    at += 1;
    return text;
  };

  const sum: Read = () => {
    let left = product();
    for (let sign = take("+", "-"); sign; sign = take("+", "-")) {
      const right = product();
      if (left.isPercent !== right.isPercent) throw new Error(PERCENT_OF_WHAT);
      const value = add(left, sign === "+" ? right : negate(right));
      left = left.isPercent ? { ...value, isPercent: true } : value;
    }
    return left;
  };

  const product: Read = () => {
    let left = signed();
    for (let sign = take("*", "/", "mod", "of"); sign; sign = take("*", "/", "mod", "of")) {
      const right = signed();
      if (sign === "/") left = divide(left, right);
      else if (sign === "mod") left = remainder(left, right);
      else left = multiply(left, right);
    }
    return left;
  };

  const signed: Read = () => {
    if (take("+")) return deeper(signed);
    return take("-") ? negate(deeper(signed)) : power();
  };

  /** Binds closer than the sign before it: -2^2 is -4. And from the right: 2^3^2 is 2^9. */
  const power: Read = () => {
    const base = percent();
    return take("^") ? raise(base, deeper(signed)) : base;
  };

  const percent: Read = () => {
    const value = primary();
    if (!take("%")) return value;
    if (startsOperand(tokens[at])) throw new Error(REMAINDER_OR_PERCENT);
    return { ...divide(value, fraction(100n)), isPercent: true };
  };

  const primary: Read = () => {
    const token = tokens[at++];
    if (!token) throw new Error("The calculation ends too early.");
    const value = valueAt(token);
    if (startsOperand(tokens[at])) {
      throw new Error(`There is no sign between "${token.text}" and "${peek()}".`);
    }
    return value;
  };

  const valueAt = ({ kind, text }: Token): Fraction => {
    if (kind === "number") return readFraction(text);
    if (text === "(") return closed();
    if (text === "pi") return PI;
    const apply = FUNCTIONS.get(text);
    if (apply && take("(")) return apply(closed());
    throw new Error(apply ? `Write ${text}(…).` : `"${text}" is not a number.`);
  };

  const closed: Read = () => {
    const value = deeper(sum);
    if (!take(")")) throw new Error("A parenthesis is not closed.");
    return value;
  };

  const deeper = (read: Read): Operand => {
    if (++depth > DEEPEST) throw new Error("The calculation is nested too deeply.");
    const value = read();
    depth -= 1;
    return value;
  };

  const value = sum();
  if (at < tokens.length) throw new Error(`"${peek()}" is not expected there.`);
  return value;
}

const PERCENT_OF_WHAT = 'A percentage of what? Write "10% of 200", or "200 * 1.1" for 10% more.';
const REMAINDER_OR_PERCENT = 'Write "17 mod 5" for a remainder, or "17% of 5" for a percentage.';

function startsOperand(token: Token | undefined): boolean {
  if (!token) return false;
  return token.kind === "sign" ? token.text === "(" : token.text !== "mod" && token.text !== "of";
}

/** As people count: with the sign of the divisor. */
function remainder(a: Fraction, b: Fraction): Fraction {
  return add(a, negate(multiply(b, floor(divide(a, b)))));
}
