import { readFileSync } from "node:fs";

export type PackageInfo = { readonly version: string; readonly engines: { readonly node: string } };

/** The same depth in `src/` and in `dist/`. */
export function packageInfo(): PackageInfo {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
}
