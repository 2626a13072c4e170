import { load } from "./load.mjs";

export const { CapstanError, ERROR_CODES, createRuntime, defineCapability } = load(
  "../src/index.ts",
  "../dist/index.js",
);
