import { defineConfig } from "vitest/config";

/** The tests that say most about the gate in the least time, on SQLite. */
export default defineConfig({
  test: {
    globalSetup: ["rig/memory-setup.ts"],
    pool: "threads",
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    include: [
      "src/{base,policy,runtime,engine}/**/*.test.ts",
      "src/http/{approvals,gate,sessions,tools}-routes.test.ts",
      "src/http/session-actions.test.ts",
      "test/security/{approvals,guards,hooks,on-record,sessions,taint}.test.ts",
    ],
    // Properties and races: a change that only they notice is looked at by hand.
    exclude: ["src/policy/properties.test.ts"],
  },
});
