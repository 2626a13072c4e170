import type { Candidate, Search } from "./candidate.ts";
import { choiceCandidates } from "./choice-candidates.ts";
import type { Field } from "./field.ts";
import { isTellingPattern } from "./field-kind.ts";
import { flagCandidates } from "./flag-candidates.ts";
import { listCandidates } from "./list-candidates.ts";
import { patternCandidates } from "./pattern-candidates.ts";
import { textCandidates } from "./text-candidates.ts";
import { typedCandidates } from "./typed-candidates.ts";
import { wordCandidates } from "./word-candidates.ts";

const MOST = 12;

/** What in the text may fill a field, best first. */
export function candidatesOf(field: Field, search: Search): Candidate[] {
  const found = [...find(field, search), ...typedCandidates(field, search)];
  return found
    .toSorted((a, b) => b.fit - a.fit || b.end - b.start - (a.end - a.start))
    .slice(0, MOST);
}

function find(field: Field, search: Search): Candidate[] {
  switch (field.shape) {
    case "choice":
      return choiceCandidates(field, search);
    case "boolean":
      return flagCandidates(field, search);
    case "list":
      return listCandidates(field, search);
    case "text":
      return field.strict ? [] : textCandidates(field, search);
    case "word":
      if (isTellingPattern(field.schema.pattern)) return patternCandidates(field, search);
      return field.strict ? [] : wordCandidates(field, search);
    default:
      return [];
  }
}
