import { blocks } from "./blocks.ts";
import type { Dialect } from "./dialect.ts";
import { isShown } from "./is-shown.ts";
import { markdownDialect } from "./markdown-dialect.ts";
import { parseHtml } from "./parse-html.ts";
import { textDialect } from "./text-dialect.ts";

const FOLLOWED: ReadonlySet<string> = new Set(["http:", "https:", "mailto:", "tel:", "ftp:"]);

/** Addresses become whole against the page's own. */
export function htmlToMarkdown(html: string, url: string): string {
  return convert(html, url, markdownDialect);
}

export function htmlToText(html: string, url: string): string {
  return convert(html, url, textDialect);
}

function convert(html: string, url: string, dialect: Dialect): string {
  const { root, base, wideForms } = parseHtml(html);
  const from = (base !== null && URL.parse(base, url)?.href) || url;
  const rendering = {
    dialect,
    shows: (element: Parameters<typeof isShown>[0]) => isShown(element, wideForms),
    resolve: resolverFrom(from),
  };
  return blocks(rendering, root.children)
    .map(({ text }) => text)
    .join("\n\n");
}

function resolverFrom(base: string): (href: string | undefined) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (href) => {
    if (href === undefined) return undefined;
    if (!known.has(href)) {
      const url = URL.parse(href, base);
      known.set(href, url && FOLLOWED.has(url.protocol) ? url.href : undefined);
    }
    return known.get(href);
  };
}
