type Params = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string | number | undefined>>;

/** Where a route is, with its parameters and query; a part that may hold slashes keeps them. */
export function addressOf(path: string, params: Params = {}, query: Query = {}): string {
  const filled = path.replaceAll(/:(\w+)(\{\.\+\})?/g, (_, name: string, isLong?: string) => {
    const value = params[name] ?? "";
    const parts = isLong ? value.split("/").filter(Boolean) : [value];
    return parts.map(encodeURIComponent).join("/");
  });
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}
