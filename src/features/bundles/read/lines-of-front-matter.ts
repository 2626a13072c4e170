const KEY = /^(["']?)([A-Za-z][A-Za-z0-9_-]{0,63})\1[ \t]*:[ \t]*(.*)$/;
const BLOCK = /^[|>][-+0-9]*[ \t]*(?:#.*)?$/;

/**
 * The values of some keys, read line by line, for front matter that is no YAML: an unquoted colon, an
 * unfinished quote. A value goes on over the indented lines below it.
 */
export function readLines(text: string, keys: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let open: { readonly key: string; readonly parts: string[] } | undefined;
  const close = () => {
    if (open && !found.has(open.key)) found.set(open.key, unquote(open.parts.join(" ").trim()));
    open = undefined;
  };
  for (const line of text.split("\n")) {
    const [, , key = "", value = ""] = KEY.exec(line) ?? [];
    if (key !== "") {
      close();
      if (keys.includes(key)) open = { key, parts: BLOCK.test(value) ? [] : [value] };
    } else if (open && /^[ \t]/.test(line)) open.parts.push(line.trim());
    else if (line.trim() !== "") close();
  }
  close();
  return found;
}

function unquote(text: string): string {
  const [first] = text;
  const isQuoted = (first === '"' || first === "'") && text.length > 1 && text.endsWith(first);
  return isQuoted ? text.slice(1, -1) : text;
}
