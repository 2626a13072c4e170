const MAX_LENGTH = 255;
const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*([\w-]*)'[^']*'([^\s;]+)/i;
const QUOTED = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const TOKEN = /(?:^|;)\s*filename\s*=\s*([^\s;"]+)/i;

/** What a file would be called: as the server says (RFC 6266), or as the URL ends. */
export function fileNameOf(disposition: string | undefined, url: string): string | undefined {
  const said = disposition === undefined ? undefined : named(disposition);
  return baseName(said) ?? baseName(decoded(URL.parse(url)?.pathname.split("/").at(-1) ?? ""));
}

function named(disposition: string): string | undefined {
  const [, charset, value] = EXTENDED.exec(disposition) ?? [];
  if (value !== undefined && /^(?:utf-8|us-ascii)$/i.test(charset ?? "")) return decoded(value);
  const quoted = QUOTED.exec(disposition)?.[1]?.replace(/\\(.)/g, "$1");
  return quoted ?? TOKEN.exec(disposition)?.[1];
}

/** Never a path, and nothing that changes how a line is shown: controls, turned direction. */
function baseName(name: string | undefined): string | undefined {
  const visible = name?.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
  const base = visible?.split(/[/\\]/).at(-1)?.trim().toWellFormed().slice(0, MAX_LENGTH);
  return base === "" || base === "." || base === ".." ? undefined : base?.toWellFormed();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
