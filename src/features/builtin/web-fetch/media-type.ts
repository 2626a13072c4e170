export type MediaType = {
  /** `text/html`: in lower case, without parameters; empty when the server did not say. */
  readonly type: string;
  readonly charset: string | undefined;
};

const TEXT =
  /^text\/|\+(?:json|xml|yaml)$|^application\/(?:json|json5|jsonl|x-jsonlines|(?:x-)?ndjson|xml|xml-dtd|(?:x-)?yaml|toml|(?:x-)?javascript|ecmascript|typescript|graphql|sql|csv|x-sh|x-tex|x-latex|x-httpd-php|x-www-form-urlencoded)$/;
const HTML = /^(?:text\/html|application\/xhtml\+xml)$/;
const CHARSET = /;\s*charset\s*=\s*["']?([^\s;"']+)/i;

export function parseMediaType(header: string | undefined): MediaType {
  const [type = ""] = (header ?? "").split(/[;,]/);
  return { type: type.trim().toLowerCase(), charset: CHARSET.exec(header ?? "")?.[1] };
}

export function isText({ type }: MediaType): boolean {
  return TEXT.test(type);
}

export function isHtml({ type }: MediaType): boolean {
  return HTML.test(type);
}
