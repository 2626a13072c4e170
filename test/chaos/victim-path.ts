import { join } from "node:path";

/** The program that is hunted: bundled where the run has done so (rig/bundle-setup.ts). */
export const VICTIM = process.env.CAPSTAN_BUNDLE
  ? join(import.meta.dirname, "../../build/test/victim.js")
  : join(import.meta.dirname, "victim.ts");
