import { fileURLToPath } from "node:url";

/** The packs of the package itself: beside the source, and as far from what is bundled. */
export const SHIPPED_PACKS = fileURLToPath(new URL("../../capabilities/", import.meta.url));
