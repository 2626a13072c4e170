import type { QueryClient } from "@tanstack/react-query";

/** A turn was taken, here or elsewhere: what is known of runs, and of what waits for a person, is old. */
export async function forgetContexts(queries: QueryClient): Promise<void> {
  await Promise.all(
    ["contexts", "approvals", "audit"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  );
}
