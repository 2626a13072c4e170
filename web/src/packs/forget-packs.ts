import type { QueryClient } from "@tanstack/react-query";

/** After a pack came, changed or went: its tools are in the catalog as well. */
export async function forgetPacks(queries: QueryClient): Promise<void> {
  await Promise.all(
    ["packs", "tools", "capabilities"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  );
}
