import type { Dialect } from "./dialect.ts";

/** GitHub's markdown. */
export const markdownDialect: Dialect = {
  escape: escapeInline,
  paragraph: (text) =>
    text.replace(LINE_START, (_, mark) => `${mark.slice(0, -1)}\\${mark.at(-1)}`),
  heading: (level, text) => `${"#".repeat(level)} ${text}`,
  strong: (text) => `**${text}**`,
  emphasis: (text) => `*${text}*`,
  strike: (text) => `~~${text}~~`,
  code: inlineCode,
  link: (text, url) => (text === url ? `<${url}>` : `[${text}](${target(url)})`),
  image: (alt, url) => `![${alt}](${target(url)})`,
  codeBlock(code, language) {
    const fence = "`".repeat(Math.max(3, longestRun(code) + 1));
    return `${fence}${language}\n${code}\n${fence}`;
  },
  quote: (text) => `> ${text.replaceAll("\n", "\n> ").replaceAll("> \n", ">\n")}`,
  table([head = [], ...rows]) {
    return [head, head.map(() => "---"), ...rows].map(tableRow).join("\n");
  },
  rule: "---",
  lineBreak: "  \n",
  cellBreak: "<br>",
};

/** What would begin a heading, a list or a quote. */
const LINE_START = /^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|\d{1,9}[.)](?=\s|$))/gm;

/** A page's text may hold markdown: it stays text. */
function escapeInline(text: string): string {
  if (!/[\\`*\]<_]/.test(text)) return text;
  const escaped = text.replace(/[\\`*]|\](?=[([])|<(?=[a-zA-Z/!?])/g, "\\$&");
  if (!escaped.includes("_")) return escaped;
  return escaped.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}

function inlineCode(text: string): string {
  const fence = "`".repeat(longestRun(text) + 1);
  const pad = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function target(url: string): string {
  return /[()\s]/.test(url) ? `<${url}>` : url;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
