import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../../../../../test/cpu-ms.ts";
import { htmlToMarkdown, htmlToText } from "./convert-html.ts";

const N = 50_000;
const URL_TEXT = "https://a.test/";

/** Measured: 20 to 900 ms. Each took minutes, or overflowed the stack, when it was quadratic. */
const MOST_MS = 5_000;

describe("hostile pages", () => {
  test.each([
    ["open tags", "<div>".repeat(100_000)],
    ["open and closed tags", `${"<div>".repeat(N)}x${"</div>".repeat(N)}`],
    ["end tags without a start", "<div>".repeat(N) + "</p>".repeat(N)],
    ["paragraphs in a cell", `<p><table><td>${"<span>".repeat(N)}${"<p></p>".repeat(N)}`],
    ["lists in lists", "<ul><li>x".repeat(N)],
    ["quotes in quotes", "<blockquote>x".repeat(N)],
    ["tables in tables", "<table><tr><td>x".repeat(N / 2)],
    ["links in links", "<a href=x>x".repeat(N)],
    ["marks in marks", `${"<b><i><s><a href=/>".repeat(N / 4)}x`],
    ["code in code", `${"<pre><code>".repeat(N)}x`],
    ["forms in forms", "<form>x".repeat(N)],
    ["spans of cells", `<table>${"<tr><td rowspan=999 colspan=999>x<td>y".repeat(N / 10)}`],
    ["signs that are no tags", "<".repeat(N * 10)],
    ["tags without an end", "<a ".repeat(N)],
    ["quotes without an end", "<a b='".repeat(N)],
    ["attributes without an end", `<a ${"x ".repeat(N * 5)}`],
    ["comments without an end", "<!--".repeat(N)],
    ["scripts without an end", "<script>".repeat(N)],
    ["ampersands", "&a".repeat(N * 5)],
    ["spaces", `a${" ".repeat(N * 10)}b`],
    ["line breaks", "<br>".repeat(N * 2)],
    ["underscores and backticks", "_`".repeat(N * 5)],
    ["brackets", "[".repeat(N * 3) + "](".repeat(N)],
    ["a long style", `<p style="${"display ".repeat(N)}">x`],
  ])("A90: %s take linear time, and no stack", (_, html) => {
    const start = cpuMs();
    const content = htmlToMarkdown(html, URL_TEXT);
    expect(cpuMs() - start).toBeLessThan(MOST_MS);
    expect(content.length).toBeLessThan(html.length * 7);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        "<p>",
        "</p>",
        "<li>",
        "<ul>",
        "</ul>",
        "<table>",
        "<tr>",
        "<td>",
        "</table>",
        "<b>",
        "</b>",
      ],
      ...[
        "<a href='/x'>",
        "</a>",
        "<pre>",
        "</pre>",
        "<br>",
        "<!--",
        "-->",
        "<h1>",
        "</h1>",
        "&amp;",
      ],
      ...[
        "<script>SECRET</script>",
        "<style>SECRET</style>",
        "<p hidden>SECRET</p>",
        "<",
        ">",
        '"',
      ],
    ),
    fc.string({ maxLength: 5 }),
  );

  test("E42: any soup of tags converts, to text that JSON can carry", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const convert of [htmlToMarkdown, htmlToText]) {
          const content = convert(pieces.join(""), URL_TEXT);
          expect(content.isWellFormed()).toBe(true);
          expect(content).toBe(content.trim());
        }
      }),
    );
  });

  test("E42: words of a page are kept, whatever tags are around them", () => {
    const tag = fc.constantFrom("p", "div", "b", "i", "li", "ul", "h2", "td", "span", "blockquote");
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, word, fc.boolean()), { maxLength: 20 }), (parts) => {
        const html = parts
          .map(([name, content, closed]) => `<${name}>${content} ${closed ? `</${name}>` : ""}`)
          .join("");
        const kept = htmlToText(html, URL_TEXT).match(/[a-z]+/g) ?? [];
        expect(kept).toEqual(parts.map(([, content]) => content));
      }),
    );
  });
});
