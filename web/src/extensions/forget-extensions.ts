import type { QueryClient } from "@tanstack/react-query";

/** After one came, went or was enabled: its tools are in the catalog as well. */
export async function forgetExtensions(queries: QueryClient): Promise<void> {
  await Promise.all(
    ["extensions", "tools", "capabilities"].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
