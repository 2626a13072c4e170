import { useEffect, useState } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Plain } from "../ui/plain.tsx";
import { highlight } from "./highlight.ts";
import type { HighlightLine } from "./highlight-worker.ts";

type CodeBlockProps = { readonly code: string; readonly language: string };

const LONG = 8_000;

export function CodeBlock({ code, language }: CodeBlockProps) {
  const [lines, setLines] = useState<readonly HighlightLine[] | null>(null);
  useEffect(() => {
    setLines(null);
    return language && code.length <= LONG ? highlight(code, language, setLines) : undefined;
  }, [code, language]);
  return (
    <figure className="overflow-hidden rounded-lg border bg-sunken">
      <figcaption className="flex h-8 items-center justify-between border-b pr-1 pl-3 text-quiet text-xs">
        {language || "text"}
        <CopyButton text={code} label="Copy the code" />
      </figcaption>
      {code.length > LONG ? (
        <LongText text={code} lines={60} characters={LONG} className="px-3 py-2" />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className="overflow-x-auto px-3 py-2 font-mono text-sm">
          <code>{lines ? <Coloured lines={lines} /> : <Plain text={code} />}</code>
        </pre>
      )}
    </figure>
  );
}

function Coloured({ lines }: { readonly lines: readonly HighlightLine[] }) {
  return lines.map((line, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never move
    <span key={row} className="block min-h-5">
      {line.map(([text, color], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: neither have tokens
        <span key={index} style={{ color }}>
          <Plain text={text} />
        </span>
      ))}
    </span>
  ));
}
