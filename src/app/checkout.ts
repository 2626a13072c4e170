import { fileURLToPath } from "node:url";

/** The folder of the checkout that this runs from; undefined in an installed package. */
export function checkout(): string | undefined {
  const { existsSync } = process.getBuiltinModule("node:fs");
  // The same depth in `src/` and in `build/`.
  const root = new URL("../../", import.meta.url);
  return existsSync(new URL("src/app/main.ts", root)) ? fileURLToPath(root) : undefined;
}
