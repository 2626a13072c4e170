import { useEffect, useState } from "react";
import { parseJson } from "../api/json.ts";
import { parseCsv } from "../base/parse-csv.ts";
import { useBlobUrl } from "../base/use-blob-url.ts";
import { LongText } from "../ui/long-text.tsx";
import { Value } from "../value/value.tsx";
import { isTable, ValueTable } from "../value/value-table.tsx";

type FileContentProps = { readonly blob: Blob; readonly mime: string; readonly name: string };

/** SVG is a document with scripts and links: it is shown as its text. */
const IMAGES = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const TEXT_BYTES = 500_000;

/** Images as images, tables as tables, text as text; anything else only has a size. */
export function FileContent({ blob, mime, name }: FileContentProps) {
  if (isPicture(mime)) return <Picture blob={blob} mime={mime} name={name} />;
  return <TextContent blob={blob} name={name} />;
}

export function isPicture(mime: string): boolean {
  return IMAGES.test(mime);
}

export function Picture({ blob, mime, name }: FileContentProps) {
  const url = useBlobUrl(blob, mime);
  if (!url) return <div className="skeleton h-40" />;
  return <img src={url} alt={name} className="max-h-96 max-w-full self-start rounded-md" />;
}

function TextContent({ blob, name }: Omit<FileContentProps, "mime">) {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    blob
      .slice(0, TEXT_BYTES)
      .arrayBuffer()
      .then((bytes) => {
        if (isCurrent) setText(decode(bytes, blob.size > TEXT_BYTES));
      });
    return () => {
      isCurrent = false;
    };
  }, [blob]);
  if (text === null)
    return <p className="text-quiet text-sm">This is not text. Download it to look at it.</p>;
  if (/\.csv$/i.test(name)) {
    const rows = parseCsv(text);
    if (isTable(rows)) return <ValueTable rows={rows} />;
  }
  const json = /\.json$/i.test(name) ? parseJson(text) : undefined;
  if (json !== undefined) return <Value value={json} />;
  return <LongText text={text} lines={24} characters={4_000} />;
}

/** Null for what is not UTF-8; a cut at the end may have parted a character. */
function decode(bytes: ArrayBuffer, isCut: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return null;
  }
}
