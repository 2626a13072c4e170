type ImpliedEnd = {
  /** Opening the element ends the nearest open one of these … */
  readonly ends: readonly string[];
  /** … unless one of these was opened inside it. */
  readonly unless: readonly string[];
};

const CELLS = ["td", "th", "caption"];
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const SECTIONS = ["thead", "tbody", "tfoot", "caption", "colgroup"];
const TABLE = ["table"];
const NO_BOUNDARIES: readonly string[] = [];
const INSIDE_TABLE = new Set(["table", "tr", ...CELLS, ...SECTIONS]);

const endsParagraph: ImpliedEnd = { ends: ["p"], unless: ["table", "button", ...CELLS] };

const PARAGRAPH_ENDERS = [
  ...["address", "article", "aside", "blockquote", "center", "details", "dialog", "div", "dl"],
  ...["fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "main", "menu", "nav"],
  ...["ol", "p", "pre", "section", "table", "ul", "li", "dt", "dd", ...HEADINGS],
];

const IMPLIED: ReadonlyMap<string, ImpliedEnd> = new Map([
  ["li", { ends: ["li"], unless: ["ul", "ol", "menu", "table", ...CELLS] }],
  ["dt", { ends: ["dt", "dd"], unless: ["dl", "table", ...CELLS] }],
  ["dd", { ends: ["dt", "dd"], unless: ["dl", "table", ...CELLS] }],
  ["td", { ends: CELLS, unless: ["table"] }],
  ["th", { ends: CELLS, unless: ["table"] }],
  ["tr", { ends: ["tr", "caption", "colgroup"], unless: ["table"] }],
  ...SECTIONS.map((name): [string, ImpliedEnd] => [name, { ends: SECTIONS, unless: ["table"] }]),
  ["a", { ends: ["a"], unless: ["table", ...CELLS] }],
  ...HEADINGS.map((name): [string, ImpliedEnd] => [
    name,
    { ends: HEADINGS, unless: ["div", "section", "li", "table", ...CELLS] },
  ]),
]);

const ENDS: ReadonlyMap<string, readonly ImpliedEnd[]> = new Map(
  [...new Set([...PARAGRAPH_ENDERS, ...IMPLIED.keys()])].map((name) => {
    const own = IMPLIED.get(name);
    const paragraph = PARAGRAPH_ENDERS.includes(name) ? [endsParagraph] : [];
    return [name, own ? [...paragraph, own] : paragraph];
  }),
);

const NOTHING: readonly ImpliedEnd[] = [];

/** What a start tag ends without saying so: `<li>a<li>b`. */
export function impliedEnds(name: string): readonly ImpliedEnd[] {
  return ENDS.get(name) ?? NOTHING;
}

/** An end tag does not reach out of the cell, or out of the table, that it stands in. */
export function boundariesOf(name: string): readonly string[] {
  if (name === "table") return NO_BOUNDARIES;
  return INSIDE_TABLE.has(name) ? TABLE : CELLS;
}
