/** A path, as it is typed, from here; what is no path stays as it is. */
export function sourceName(text: string): string {
  const { resolve } = process.getBuiltinModule("node:path");
  const isPath = /^[./~]|\.(?:zip|tgz|tar\.gz)$/i.test(text) && !/^[a-z+]+:/i.test(text);
  if (isPath) return resolve(text);
  const [, tarball] = /^npm:(\.{0,2}\/.+)$/.exec(text) ?? [];
  return tarball === undefined ? text : `npm:${resolve(tarball)}`;
}
