import { TextDecoder } from "node:util";

const MAX_META_BYTES = 1024;
const META_CHARSET = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;

type Source = {
  /** What the server said. */
  readonly charset: string | undefined;
  /** May name its charset itself. */
  readonly isHtml: boolean;
  /** The last character may be half there. */
  readonly isCut: boolean;
};

/**
 * Bytes as text, as browsers read them: a byte order mark wins, then the server's word, then the
 * page's own. Without any of them it is UTF-8, or windows-1252 where it cannot be.
 */
export function decodeText(bytes: Uint8Array, { charset, isHtml, isCut }: Source): string {
  const declared =
    decoderFor(markOf(bytes)) ??
    decoderFor(charset) ??
    decoderFor(isHtml ? metaCharset(bytes) : undefined);
  if (declared) return declared.decode(bytes, { stream: isCut });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

export function looksBinary(bytes: Uint8Array): boolean {
  return markOf(bytes) === undefined && bytes.subarray(0, MAX_META_BYTES).includes(0);
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

/** A page whose declaration could be read byte by byte is not UTF-16, whatever it declares. */
function metaCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("windows-1252").decode(bytes.subarray(0, MAX_META_BYTES));
  const label = META_CHARSET.exec(start)?.[1];
  return label?.toLowerCase().startsWith("utf-16") ? "utf-8" : label;
}
