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
    // Many a change makes something wait for good: each would take that long.
    testTimeout: 10_000,
    hookTimeout: 20_000,
    include: [
      "src/base/redaction/redactor*.test.ts",
      "src/{policy,gate}/**/*.test.ts",
      "src/base/bounded-map.test.ts",
      "src/engine/{*,composition/*,model/*,sessions/*}.test.ts",
      "src/features/skills/contexts/*.test.ts",
      "src/features/packs/allowed-tools.test.ts",
      "test/security/{approvals,guards,hooks,judged-is-what-runs,occurred-effects}.test.ts",
      "test/security/{on-record,sessions,taint,who-may}.test.ts",
    ],
    exclude: [
      "src/policy/{properties,check-policies,profiles}.test.ts",
      "src/engine/composition/**/*.test.ts",
      "src/gate/catalog/**/*.test.ts",
    ],
  },
});
