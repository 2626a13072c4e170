import type { JsonObject } from "../../../base/json.ts";
import type { WebAnswer, WebClient } from "../../../sandbox/web-client.ts";
import { decodeText, looksBinary } from "./decode-text.ts";
import { fileNameOf } from "./file-name.ts";
import { isHtml, isText, type MediaType, parseMediaType } from "./media-type.ts";
import { shorten } from "./shorten.ts";

export type WebFetchLimits = {
  readonly firstByteMs: number;
  readonly bodyMs: number;
  /** Of the body, and of the content that is made of it. */
  readonly maxBytes: number;
};

export type Format = "markdown" | "text" | "raw";

export type Wish = { readonly url: string; readonly method: string; readonly format: Format };

const TIMED_OUT = "[..more content timed out...]";
const TOO_LARGE = "[..more content is over the size limit...]";
const MAX_HEADER_LENGTH = 200;
const MAX_ADDRESS = 2_000;
const HEADERS = {
  accept: "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.8",
  "user-agent": "Capstan web_fetch",
};

/** What is at a URL. What cannot be shown is described; only what cannot be reached is an error. */
export async function fetchPage(
  client: WebClient,
  limits: WebFetchLimits,
  { url, method, format }: Wish,
  signal: AbortSignal,
): Promise<JsonObject> {
  const answer = await client.request({ url, method, headers: HEADERS, ...limits, signal });
  const described = describe(answer, url, method);
  if (answer.redirect) return { ...described, ...elsewhere(answer.redirect) };
  if (method === "HEAD") return described;
  const media = parseMediaType(answer.headers.get("content-type"));
  if (isBinary(media, answer.body)) {
    const kind = media.type.slice(0, MAX_HEADER_LENGTH) || "of unknown type";
    return { ...described, error: `The content is binary (${kind}): only text is returned.` };
  }
  return { ...described, ...(await contentOf(answer, media, format, limits.maxBytes)) };
}

function describe(
  { url: final, status, headers, body }: WebAnswer,
  url: string,
  method: string,
): JsonObject {
  const lastModified = headers.get("last-modified")?.slice(0, MAX_HEADER_LENGTH);
  const filename = fileNameOf(headers.get("content-disposition"), final);
  const promised = headers.has("content-encoding") ? undefined : lengthOf(headers);
  return {
    url,
    final_url: final,
    status_code: status,
    content_type: headers.get("content-type")?.slice(0, MAX_HEADER_LENGTH) ?? null,
    size: method === "HEAD" ? (promised ?? null) : body.length,
    ...(lastModified && { last_modified: lastModified }),
    ...(filename && { filename }),
    format: "raw",
    truncated: false,
  };
}

function elsewhere(address: string): JsonObject {
  const redirects_to = address.slice(0, MAX_ADDRESS);
  return { redirects_to, error: `It is at another host now: fetch ${redirects_to} for it.` };
}

function lengthOf(headers: WebAnswer["headers"]): number | undefined {
  const length = headers.get("content-length");
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function isBinary(media: MediaType, body: Uint8Array): boolean {
  if (media.type !== "" && !isText(media)) return true;
  return media.charset === undefined && looksBinary(body);
}

async function contentOf(
  { url, body, cut }: WebAnswer,
  media: MediaType,
  wanted: Format,
  maxBytes: number,
): Promise<JsonObject> {
  const html = isHtml(media) || (media.type === "" && startsAsHtml(body));
  const source = decodeText(body, { charset: media.charset, isHtml: html, isCut: cut !== null });
  const format = html ? wanted : "raw";
  const whole = await converted(source, url, format);
  const content = shorten(whole, maxBytes);
  const isTooLarge = cut === "size" || content.length < whole.length;
  if (cut === null && !isTooLarge) return { format, content, truncated: false };
  const suffix = isTooLarge ? TOO_LARGE : TIMED_OUT;
  return { format, content: content === "" ? suffix : `${content}\n\n${suffix}`, truncated: true };
}

async function converted(source: string, url: string, format: Format): Promise<string> {
  if (format === "raw") return source.toWellFormed();
  const { htmlToMarkdown, htmlToText } = await import("./html/convert-html.ts");
  return format === "markdown" ? htmlToMarkdown(source, url) : htmlToText(source, url);
}

function startsAsHtml(body: Uint8Array): boolean {
  const start = new TextDecoder("windows-1252").decode(body.subarray(0, 512));
  return /^\s*(?:<!--[^>]*-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(start);
}
