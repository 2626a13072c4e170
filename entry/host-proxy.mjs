import { load } from "./load.mjs";

load(
  "../src/sandbox/network/proxy/proxy-process.ts",
  "../dist/sandbox/network/proxy/proxy-process.js",
);
