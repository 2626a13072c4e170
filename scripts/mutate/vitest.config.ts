import { defineConfig } from "vitest/config";

/**
 * The tests that say most about the gate in the least time, on SQLite: what runs a whole server, a
 * browser or thousands of cases would run once for each change.
 */
export default defineConfig({
  test: {
    globalSetup: ["rig/memory-setup.ts"],
    pool: "threads",
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    include: [
      "src/base/redactor*.test.ts",
      "src/{policy,runtime}/**/*.test.ts",
      "src/engine/*.test.ts",
      "test/security/{approvals,guards,hooks,on-record,taint}.test.ts",
    ],
    exclude: [
      "src/policy/{properties,check-policies,profiles}.test.ts",
      "src/engine/{compose,composer,find-deferred,loaded-tools,search-deferred,tool-names}*.test.ts",
    ],
  },
});
