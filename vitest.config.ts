import { defineConfig } from "vitest/config";

/** What has to hold whichever store is behind it: the engine, the gate and the API on it. */
const ON_BOTH_STORES = [
  "src/engine/**/*.test.ts",
  "src/http/{approvals,capabilities,files,gate,sessions,tools}-routes.test.ts",
  "src/http/session-actions.test.ts",
  "test/security/{approvals,gate,hooks,sessions}.test.ts",
];

export default defineConfig({
  test: {
    globalSetup: ["rig/postgres-setup.ts", "rig/bundle-setup.ts"],
    pool: "threads",
    isolate: false,
    // More than there are cores: a third of the time is waiting for processes and leases.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "on postgres",
          include: ON_BOTH_STORES,
          env: { CAPSTAN_TEST_STORE: "postgres" },
        },
      },
    ],
  },
});
