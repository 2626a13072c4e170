/** A number as people mean it: 0.1 is a tenth, and not the nearest that fits into 64 bits. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint };

const TOO_LARGE = "The result is too large to be written as a number.";
const TOO_SMALL = "The result is too small to be written as a number.";
const MOST_BITS = 4_096;
const DECIMAL = /^(\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Reads "12", "0.5" or "1e3". */
export function readFraction(text: string): Fraction {
  const [, whole = "", part = "", power = "0"] = DECIMAL.exec(text) ?? [];
  const shift = Number(power) - part.length;
  if (Math.abs(shift) > MOST_BITS / 4) throw new Error(shift < 0 ? TOO_SMALL : TOO_LARGE);
  const digits = BigInt(whole + part);
  const scale = 10n ** BigInt(Math.abs(shift));
  return shift < 0 ? fraction(digits, scale) : fraction(digits * scale);
}

export function fraction(top: bigint, bottom = 1n): Fraction {
  if (bottom === 0n) throw new Error("Division by zero has no answer.");
  const divisor = commonDivisor(sizeOf(top), sizeOf(bottom)) * (bottom < 0n ? -1n : 1n);
  const made = { top: top / divisor, bottom: bottom / divisor };
  if (bitsOf(made.top) > MOST_BITS || bitsOf(made.bottom) > MOST_BITS) throw new Error(TOO_LARGE);
  return made;
}

export function add(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
}

export function negate({ top, bottom }: Fraction): Fraction {
  return { top: -top, bottom };
}

export function multiply(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.top, a.bottom * b.bottom);
}

export function divide(a: Fraction, b: Fraction): Fraction {
  return fraction(a.top * b.bottom, a.bottom * b.top);
}

export function floor({ top, bottom }: Fraction): Fraction {
  const cut = top / bottom;
  return fraction(top < 0n && cut * bottom !== top ? cut - 1n : cut);
}

/** Whole powers stay exact; others are as near as 64 bits come. */
export function raise(base: Fraction, exponent: Fraction): Fraction {
  if (exponent.bottom !== 1n) return fromNumber(toNumber(base) ** toNumber(exponent));
  const times = sizeOf(exponent.top);
  const bits = Math.max(bitsOf(base.top), bitsOf(base.bottom));
  if (times * BigInt(bits - 1) > MOST_BITS) throw new Error(TOO_LARGE);
  const raised = fraction(base.top ** times, base.bottom ** times);
  return exponent.top < 0n ? divide(fraction(1n), raised) : raised;
}

/** Exact where it comes out even. */
export function squareRoot(value: Fraction): Fraction {
  if (value.top < 0n) throw new Error("A negative number has no square root.");
  const near = (whole: bigint) => BigInt(Math.round(Math.sqrt(Number(whole))));
  const isSmall = bitsOf(value.top) < 1_000 && bitsOf(value.bottom) < 1_000;
  const even = isSmall ? fraction(near(value.top), near(value.bottom)) : fraction(0n);
  const squared = multiply(even, even);
  const isEven = squared.top === value.top && squared.bottom === value.bottom;
  return isEven ? even : fromNumber(Math.sqrt(toNumber(value)));
}

export function toNumber({ top, bottom }: Fraction): number {
  const shift = BigInt(Math.max(0, Math.max(bitsOf(top), bitsOf(bottom)) - 1_000));
  const [above, below] = [Number(top >> shift), Number(bottom >> shift)];
  const number = above / below;
  if (!Number.isFinite(number)) throw new Error(TOO_LARGE);
  if (number === 0 && top !== 0n) throw new Error(TOO_SMALL);
  return number;
}

export function fromNumber(number: number): Fraction {
  if (Number.isNaN(number)) throw new Error("This has no answer among the real numbers.");
  if (!Number.isFinite(number)) throw new Error(TOO_LARGE);
  const read = readFraction(Math.abs(number).toPrecision(17));
  return number < 0 ? negate(read) : read;
}

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function commonDivisor(a: bigint, b: bigint): bigint {
  let [left, right] = [a, b];
  while (right !== 0n) [left, right] = [right, left % right];
  return left === 0n ? 1n : left;
}

function bitsOf(value: bigint): number {
  return sizeOf(value).toString(2).length;
}
