/** A text with its escapes undone, and the way back to the text it was made from. */
export type View = {
  readonly text: string;
  /** Where the character at `index` begins in the original. */
  startOf(index: number): number;
  /** Where the character at `index` ends in the original. */
  endOf(index: number): number;
};

type Decoder = {
  /** There is no escape without it. */
  readonly sign: string;
  readonly escapes: RegExp;
  meaningOf(written: string): string;
};

/** Escapes inside escapes: JSON in JSON, a query inside a query. */
const MAX_LEVELS = 2;

const PERCENT =
  "%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}";
const LETTERS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};
const LINE_BREAK = /[ \t\r]{0,16}\n[ \t]{0,16}/g;

const DECODERS: readonly Decoder[] = [
  { sign: "%", escapes: new RegExp(PERCENT, "gi"), meaningOf: percentMeaning },
  {
    sign: "+",
    escapes: new RegExp(`\\+|${PERCENT}`, "gi"),
    meaningOf: (written) => (written === "+" ? " " : percentMeaning(written)),
  },
  {
    sign: "\\",
    escapes: /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[bfnrt]|[^a-zA-Z0-9])/g,
    meaningOf: backslashMeaning,
  },
  {
    sign: "&",
    escapes: /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos|nbsp);/g,
    meaningOf: entityMeaning,
  },
  // `base64` and `xxd` break their lines.
  { sign: "\n", escapes: LINE_BREAK, meaningOf: () => "" },
];

const ANY_SIGN = /[%+\\&\n]/;
const NONE: readonly View[] = [];

/** Every way to read a text in which something may be escaped; none for most texts. */
export function viewsOf(text: string, levels: number = MAX_LEVELS): readonly View[] {
  if (!ANY_SIGN.test(text)) return NONE;
  return DECODERS.flatMap((decoder) => {
    const view = decode(text, decoder);
    if (!view) return [];
    if (levels === 1) return [view];
    return [view, ...viewsOf(view.text, levels - 1).map((inner) => through(inner, view))];
  });
}

/** As a text looks in the view that knows no lines. */
export function unwrap(text: string): string {
  return text.replace(LINE_BREAK, "");
}

function decode(text: string, { sign, escapes, meaningOf }: Decoder): View | undefined {
  if (!text.includes(sign)) return undefined;
  const found: Escape[] = [];
  let decoded = "";
  let read = 0;
  for (const { 0: written, index } of text.matchAll(escapes)) {
    decoded += text.slice(read, index);
    const meaning = meaningOf(written);
    read = index + written.length;
    found.push({
      at: decoded.length,
      until: decoded.length + meaning.length,
      start: index,
      end: read,
    });
    decoded += meaning;
  }
  return found.length > 0 ? createView(decoded + text.slice(read), found) : undefined;
}

/** `at`…`until` in the decoded text is what `start`…`end` in the original means. */
type Escape = {
  readonly at: number;
  readonly until: number;
  readonly start: number;
  readonly end: number;
};

function createView(text: string, escapes: readonly Escape[]): View {
  return {
    text,
    startOf(index) {
      const written = lastBefore(escapes, index);
      if (!written) return index;
      return index < written.until ? written.start : written.end + index - written.until;
    },
    endOf(index) {
      const written = lastBefore(escapes, index);
      if (!written) return index + 1;
      return index < written.until ? written.end : written.end + index - written.until + 1;
    },
  };
}

function lastBefore(escapes: readonly Escape[], index: number): Escape | undefined {
  let low = 0;
  let high = escapes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((escapes[middle]?.at ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return escapes[low - 1];
}

function through(inner: View, outer: View): View {
  return {
    text: inner.text,
    startOf: (index) => outer.startOf(inner.startOf(index)),
    endOf: (index) => outer.endOf(inner.endOf(index) - 1),
  };
}

function percentMeaning(written: string): string {
  if (written.length === 3) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function backslashMeaning(written: string): string {
  const letter = written.charAt(1);
  if (letter !== "u" && letter !== "x") return LETTERS[letter] ?? letter;
  return String.fromCharCode(Number.parseInt(written.slice(2), 16));
}

function entityMeaning(written: string): string {
  const name = written.slice(1, -1);
  if (!name.startsWith("#")) return ENTITIES[name] ?? written;
  const isHex = name.charAt(1).toLowerCase() === "x";
  const code = isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}
