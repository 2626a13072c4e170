import { CapstanError } from "./errors.ts";

/** Deeper nesting has no honest use here, and recursive readers would overflow their stack. */
const MAX_DEPTH = 100;
/** A thousand records of twenty fields are most of it. */
const MAX_VALUES = 25_000;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

/**
 * Refuses JSON of very many values before it is read: four megabytes of small keys would take seconds,
 * in which nobody else is answered.
 */
export function assertSmall(text: string, maxValues = MAX_VALUES): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if (isOpening(code)) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw refused(`JSON nested deeper than ${MAX_DEPTH} levels.`);
    } else if (isClosing(code)) {
      depth -= 1;
    }
    if (values > maxValues) throw refused(`JSON with more than ${maxValues} values.`);
  }
}

/** Where the quote is that ends it; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
}

function isOpening(code: number): boolean {
  return code === 91 || code === 123;
}

function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}

function refused(message: string): CapstanError {
  return new CapstanError("REQUEST_INVALID", message);
}
