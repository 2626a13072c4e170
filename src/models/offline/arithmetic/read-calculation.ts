import type { Search } from "../candidate.ts";
import type { KnownTools } from "../known-tools.ts";
import type { Reading } from "../reading.ts";
import type { Parse } from "../weigh.ts";
import { readArithmetic } from "./read-arithmetic.ts";

type Known = Pick<Search, "hasBefore"> & { readonly all: KnownTools };

/** A call of the calculator, for a text that is a calculation from end to end. */
export function readCalculation(reading: Reading, { all, hasBefore }: Known): Parse | undefined {
  const known = all.calculator;
  const field = known?.fields.find(({ name }) => name === "expression");
  const arithmetic = field && readArithmetic(reading.text.slice(reading.start));
  if (!known || !arithmetic || (arithmetic.refersBack && !hasBefore)) return undefined;
  const candidate = {
    field,
    value: arithmetic.expression,
    start: reading.start,
    end: reading.text.length,
    fit: 1,
    ...(arithmetic.refersBack && { before: true }),
  };
  return {
    ...{ known, filled: [candidate], missing: [], matched: [], unexplained: [], unused: [] },
    ...{ evidence: 1, likeness: 1, alike: 1, score: 1, disowned: 0, opening: reading.start },
    ...{ isOwned: true, hasWords: true, isBeside: false },
  };
}
