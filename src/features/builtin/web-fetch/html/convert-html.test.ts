import { describe, expect, test } from "vitest";
import { htmlToMarkdown, htmlToText } from "./convert-html.ts";

const markdown = (html: string) => htmlToMarkdown(html, "https://a.test/dir/page");
const text = (html: string) => htmlToText(html, "https://a.test/dir/page");

describe("htmlToMarkdown", () => {
  test.each([
    ["headings", "<h1>One</h1><h3>Three <small>x</small></h3><h2></h2>", "# One\n\n### Three x"],
    ["paragraphs", "<p>a\n  b</p><p>c<p>d", "a b\n\nc\n\nd"],
    ["bare text around blocks", "a<div>b</div>c", "a\n\nb\n\nc"],
    ["line breaks", "a<br>b<br/>c", "a  \nb  \nc"],
    [
      "emphasis",
      "<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <del>e</del>",
      "**a** **b** *c* *d* ~~e~~",
    ],
    ["spaces out of marks", "a<b> b </b>c", "a **b** c"],
    ["marks inside each other", "<b>a <b>b</b> <i>c</i></b>", "**a b *c***"],
    ["empty marks", "a<b></b><i> </i>b", "a b"],
    ["links", '<a href="x?a=1&amp;b=2">t</a>', "[t](https://a.test/dir/x?a=1&b=2)"],
    ["links with brackets", '<a href="/a(b) c">t</a>', "[t](<https://a.test/a(b)%20c>)"],
    ["links to nowhere", '<a>t</a> <a href="javascript:x()">u</a>', "t u"],
    ["links without text", 'a<a href="/x"></a>b', "ab"],
    [
      "links that show themselves",
      '<a href="https://b.test/">https://b.test/</a>',
      "<https://b.test/>",
    ],
    ["anchors of headings", '<h2>T <a href="#t">¶</a></h2>', "## T"],
    ["links within the page", '<h2><a href="#t">T</a></h2>', "## T"],
    ["a card", '<a href="/c"><h3>T</h3><p>d</p></a>x', "[T d](https://a.test/c)\n\nx"],
    ["images", '<img src="i.png" alt="An [image]">', "![An [image]](https://a.test/dir/i.png)"],
    [
      "lazy images",
      '<img data-src="/i.png" src="data:image/gif;base64,R0">',
      "![](https://a.test/i.png)",
    ],
    ["ornaments", 'a<img src="i.png" alt="">b', "ab"],
    [
      "an image in a link",
      '<a href="/x"><img src="/i.png" alt="i"></a>',
      "[![i](https://a.test/i.png)](https://a.test/x)",
    ],
    ["inline code", "<code>a  b</code> <kbd>`x</kbd> <code></code>", "`a b` `` `x ``"],
    ["a rule", "a<hr>b", "a\n\n---\n\nb"],
    [
      "quotes",
      "<blockquote><p>a<p>b<blockquote>c</blockquote></blockquote>",
      "> a\n>\n> b\n>\n> > c",
    ],
    ["terms", "<dl><dt>T<dd>d<dd>e</dl>", "**T**\n\nd\n\ne"],
    ["details", "<details><summary>S</summary>d</details>", "**S**\n\nd"],
    [
      "entities",
      "&lt;p&gt; &amp;amp; &eacute;&#233;&#xE9; &hellip; &copy 1 &nope; &#146; &#0;",
      "\\<p> &amp; ééé … © 1 &nope; ’ \ufffd",
    ],
    [
      "text that looks like markdown",
      "*a* _b_ c_d `e` [f](g)",
      "\\*a\\* \\_b\\_ c_d \\`e\\` [f\\](g)",
    ],
    [
      "lines that look like markdown",
      "<p># a<p>- b<p>1. c<p>> d<p>#e",
      "\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n#e",
    ],
    ["a sign that is no tag", "1 < 2 <3 a<", "1 < 2 <3 a<"],
  ])("E42: converts %s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test.each([
    ["a list", "<ul><li>a</li><li>b</li></ul>", "- a\n- b"],
    ["one without end tags", "<ul><li>a<li>b</ul>c", "- a\n- b\n\nc"],
    ["numbers from a start", '<ol start="9"><li>a<li>b</ol>', "9. a\n10. b"],
    [
      "nested lists",
      "<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>",
      "- a\n  1. b\n     - c\n- d",
    ],
    ["a list straight in a list", "<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"],
    [
      "items of several blocks",
      "<ul><li><p>a<p>b<pre>c\nd</pre></ul>",
      "- a\n\n  b\n\n  ```\n  c\n  d\n  ```",
    ],
    ["empty items", "<ul><li></li><li>a</li></ul>", "- a"],
    ["an item without a list", "<li>a", "a"],
    ["text in a list, outside its items", "<ul>x <b>y</b><li>a</li>z</ul>", "x **y**\n- a\n  z"],
    [
      "one column under a thead",
      `<table class="wikitable">
        <thead><tr><th scope="col">Country</th></tr></thead>
        <tbody><tr><td>Chile</td></tr><tr><td>Peru</td></tr></tbody>
      </table>`,
      "| Country |\n| --- |\n| Chile |\n| Peru |",
    ],
    [
      "one column under a th",
      "<table><tr><th>Version</th></tr><tr><td>1.0</td></tr><tr><td>1.1</td></tr></table>",
      "| Version |\n| --- |\n| 1.0 |\n| 1.1 |",
    ],
    [
      "one column under plain cells in a thead",
      "<table><thead><tr><td>Name<tbody><tr><td>Ada<tr><td>Bob</table>",
      "| Name |\n| --- |\n| Ada |\n| Bob |",
    ],
    ["one column without a head", "<table><tr><td>a<tr><td>b</table>", "a\n\nb"],
    ["one heading that stands alone", "<table><tr><th>a</table>", "a"],
    [
      "headings in the first row only",
      `<table border="1"><tr><th>Port</th><th>Service</th></tr>
        <tr><td>22</td><td>ssh</td></tr><tr><td>443</td><td>https</td></tr></table>`,
      "| Port | Service |\n| --- | --- |\n| 22 | ssh |\n| 443 | https |",
    ],
    [
      "a table with a head that holds a table",
      `<table><thead><tr><th>Plan</th><th>Limits</th></tr></thead><tbody>
        <tr><td>Free</td><td><table><tr><td>Calls</td><td>10</td></tr></table></td></tr>
        <tr><td>Team</td><td>none</td></tr></tbody></table>`,
      "| Plan | Limits |\n| --- | --- |\n| Free | Calls<br>10 |\n| Team | none |",
    ],
    [
      "a heading over two columns",
      `<table><thead><tr><th>City</th><th colspan="2">Degrees</th></tr></thead>
        <tbody><tr><td>Oslo</td><td>-4</td><td>2</td></tr></tbody></table>`,
      "| City | Degrees |  |\n| --- | --- | --- |\n| Oslo | -4 | 2 |",
    ],
    [
      "one column whose cells span two",
      "<table><tr><th colspan=2>Sum</th></tr><tr><td>a</td><td>1</td></tr></table>",
      "| Sum |  |\n| --- | --- |\n| a | 1 |",
    ],
    [
      "a table with a head, and text outside its cells",
      "<table>x<tr><th>a<tr><td>b</table>",
      "x\n\n| a |\n| --- |\n| b |",
    ],
    [
      "a table with a script in it",
      "<table><script>f()</script><tr><td>a<td>b</table>",
      "| a | b |\n| --- | --- |",
    ],
  ])("E42: converts %s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test.each([
    [
      "a table",
      "<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>",
      "| a | b |\n| --- | --- |\n| 1 | 2 |",
    ],
    [
      "bars and breaks in cells",
      "<table><tr><td>a|b<td>c<br>d</table>",
      "| a\\|b | c<br>d |\n| --- | --- |",
    ],
    [
      "spans",
      "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>",
      "| a | b |  |\n| --- | --- | --- |\n|  | c | d |",
    ],
    [
      "a short head",
      "<table><tr><td>a<tr><td>b<td>c</table>",
      "| a |  |\n| --- | --- |\n| b | c |",
    ],
    [
      "a caption",
      "<table><caption>C</caption><tr><td>a<td>b</table>",
      "**C**\n\n| a | b |\n| --- | --- |",
    ],
    ["text in a table, outside its cells", "<table>x<tr><td>a<td>b</table>", "x\n\na\n\nb"],
    ["a table for layout", "<table><tr><td><p>a<p>b</table>", "a\n\nb"],
    [
      "tables in a table",
      "<table><tr><td>x<td><table><tr><td>a<td>b</table></table>",
      "x\n\n| a | b |\n| --- | --- |",
    ],
  ])("E42: converts %s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test.each([
    [
      "language-js",
      '<pre><code class="hljs language-JS">a &lt; b\n  c\n</code></pre>',
      "```js\na < b\n  c\n```",
    ],
    ["lang-py on pre", '<pre class="lang-py">x</pre>', "```py\nx\n```"],
    [
      "a block of GitHub",
      '<div class="highlight highlight-source-shell"><pre>x</pre></div>',
      "```shell\nx\n```",
    ],
    ["no language", "<pre>\n a<br> b\r\n</pre>", "```\n a\n b\n```"],
    ["fences inside", "<pre>```\nx</pre>", "````\n```\nx\n````"],
    ["coloured parts", "<pre><span>a</span><b>*b*</b></pre>", "```\na*b*\n```"],
  ])("E42: converts code with %s", (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  test.each([
    "<script>x('</p>')</script>",
    "<SCRIPT>if (a<b) x</SCRIPT >",
    "<style>p { x: y }</style>",
    "<noscript>x</noscript>",
    "<template><p>x</template>",
    "<svg><title>x</title><path/><text>x</text></svg>",
    "<nav><ul><li>x</ul></nav>",
    '<div role="navigation">x</div>',
    "<form><p>x</p><input value=x><button>x</button></form>",
    "<select><option>x</select><textarea>x</textarea><button>x</button>",
    "<p hidden>x</p>",
    '<p aria-hidden="true">x</p>',
    '<p style="color: red; display : none">x</p>',
    '<span style="VISIBILITY:hidden">x</span>',
    '<p style="font-size:0px">x</p><p style="opacity: 0">x</p>',
    "<dialog>x</dialog><iframe>x</iframe><object>x</object>",
    '<code><i style="display:none">x</i></code><pre><button>x</button></pre>',
    "<!-- x --><!--><!---><!doctype x><?x?></ x>",
    "<title>x</title><meta content=x>",
    "\u{e0078}\u200b",
  ])("E42: nothing is left of %s", (hidden) => {
    expect(markdown(`<p>before</p>${hidden}<p>after and after that</p>`)).toBe(
      "before\n\nafter and after that",
    );
  });

  test("E42: a form around the whole page is no form", () => {
    expect(markdown("<form><h1>Page</h1><p>text</p><input></form>")).toBe("# Page\n\ntext");
  });

  test("E42: <base> is what links start from", () => {
    const html = '<head><base href="/other/"></head><a href="x">t</a>';
    expect(markdown(html)).toBe("[t](https://a.test/other/x)");
  });

  test("E42: an end tag does not reach out of its cell", () => {
    const html = "<div><table><tr><td>a</div></p></td><td>b</td></tr></table>c</div>";
    expect(markdown(html)).toBe("| a | b |\n| --- | --- |\n\nc");
  });
});

describe("htmlToText", () => {
  test("E42: keeps the words and their order, without marks", () => {
    const html = `<h1>T</h1><p>a <b>b</b> <a href="/x">c</a> *d* <img src=i alt=e></p>
      <ul><li>f<ul><li>g</ul></ul><table><tr><th>h<th>i<tr><td>j<td>k</table>
      <pre>l
  m</pre><blockquote>n</blockquote><hr>`;
    expect(text(html)).toBe("T\n\na b c *d* e\n\n- f\n  - g\n\nh | i\nj | k\n\nl\n  m\n\nn");
  });
});
