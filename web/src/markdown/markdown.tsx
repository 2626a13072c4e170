import { memo } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import remarkGfm from "remark-gfm";
import { showHidden } from "../base/hidden-characters.ts";
import { LongText } from "../ui/long-text.tsx";
import { CodeBlock } from "./code-block.tsx";
import { Example } from "./example.tsx";
import { OutsideLink } from "./outside-link.tsx";

const LONGEST = 60_000;
const LONGEST_LINE = 5_000;
const PLUGINS = [remarkGfm];

const COMPONENTS: Components = {
  // The page has its own first heading.
  h1: "h2",
  h2: "h3",
  h3: "h4",
  h4: "h5",
  h5: "h6",
  a: ({ href, children }) => <OutsideLink href={href ?? ""}>{children}</OutsideLink>,
  // Loading a picture from elsewhere would tell that server who reads this, and when.
  img: ({ src, alt }) => (
    <OutsideLink
      href={typeof src === "string" ? src : ""}
    >{`Picture: ${alt || "unnamed"}`}</OutsideLink>
  ),
  li: ({ node, children, className }) => {
    const text = exampleIn(node?.children ?? []);
    if (text === undefined) return <li className={className}>{children}</li>;
    return <Example text={text}>{children}</Example>;
  },
  input: ({ checked }) => (
    <input type="checkbox" checked={checked ?? false} readOnly disabled aria-label="Task" />
  ),
  pre: ({ node }) => {
    const [code] = node?.children ?? [];
    if (code?.type !== "element") return null;
    const [text] = code.children;
    const names = code.properties.className;
    const language = Array.isArray(names) ? String(names[0] ?? "").replace("language-", "") : "";
    const content = text?.type === "text" ? text.value.replace(/\n$/, "") : "";
    return <CodeBlock code={content} language={language} />;
  },
};

type Nodes = NonNullable<ExtraProps["node"]>["children"];

/** The text of an item that is one span of code and nothing else. */
function exampleIn(nodes: Nodes): string | undefined {
  const said = nodes.filter((node) => node.type !== "text" || node.value.trim() !== "");
  const [only] = said;
  if (said.length !== 1 || only?.type !== "element") return undefined;
  if (only.tagName === "p") return exampleIn(only.children);
  const [text] = only.children;
  return only.tagName === "code" && text?.type === "text" ? text.value : undefined;
}

/** What a model wrote. No raw HTML, nothing loaded, nothing hidden; too long, and it is plain text. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  if (text.length > LONGEST || hasLongLine(text)) {
    return <LongText text={text} lines={80} characters={8_000} />;
  }
  return (
    <div className="prose">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {showHidden(text)}
      </ReactMarkdown>
    </div>
  );
});

/** The parser's time grows with the square of some lines. */
function hasLongLine(text: string): boolean {
  return text.length > LONGEST_LINE && text.split("\n").some((line) => line.length > LONGEST_LINE);
}
