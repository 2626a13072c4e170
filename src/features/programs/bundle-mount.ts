import type { Mount } from "../../sandbox/sandbox.ts";

/** Where code finds its own folder, in every box. */
export const BUNDLE = "/bundle";

/** A bundle's files, which nothing in a box can change. */
export async function bundleMount(
  layOut: (bundle: string) => Promise<string>,
  bundle: string,
): Promise<Mount> {
  return { source: await layOut(bundle), target: BUNDLE, mode: "ro" };
}
