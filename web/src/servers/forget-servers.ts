import type { QueryClient } from "@tanstack/react-query";

/** After a server came, went or was asked again: its tools are in the catalog as well. */
export async function forgetServers(queries: QueryClient): Promise<void> {
  await Promise.all(
    ["servers", "tools", "capabilities"].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
}
