import { defineConfig } from "vitest/config";
import { LongestFirst } from "./rig/longest-first.ts";

/** What has to hold whichever store is behind it: the engine, the gate and the API on it. */
const ON_BOTH_STORES = [
  "src/engine/**/*.test.ts",
  "src/features/bundles/registry.test.ts",
  "src/features/intents/{kernel,machine-paths,references}.test.ts",
  "src/features/packs/{folder-looks,found-packs,pack-budget}.test.ts",
  "src/features/skills/*-context.test.ts",
  "src/features/skills/{context-model,contexts,contract,find-forbidden,find-hazards}.test.ts",
  "src/features/skills/{one-turn-at-a-time,skills-routes}.test.ts",
  "src/features/skills/delegation/*.test.ts",
  "src/http/{approvals,capabilities,files,gate,sessions,tools}-routes.test.ts",
  "src/http/session-actions.test.ts",
  "test/e2e/models.test.ts",
  "test/security/*.test.ts",
];

/** Those of the routes of features. */
const FEATURE_ROUTES = [
  "src/features/*/*-routes.test.ts",
  "src/features/bundles/{many-files,test-capability}.test.ts",
  "src/features/manifest-agents/agent-{folders,model}.test.ts",
  "src/features/mcp/found-mcp-servers.test.ts",
  "src/features/packs/{pack-allowed-tools,shipped-packs}.test.ts",
  "src/features/skills/{shipped-skill-inputs,shipped-skills,skill-advisor,skills-left-out}.test.ts",
];

/** Too slow for the usual run, or seldom different: `vitest run --mode stores`. */
const ON_BOTH_STORES_TOO = [
  "src/http/*.test.ts",
  ...FEATURE_ROUTES,
  "test/e2e/**/*.test.ts",
  "test/as-typed/**/*.test.ts",
];
/**
 * About what comes in and goes out, or about what is thought between: what is behind it hardly matters.
 * What is stored and read has a contract that both stores keep to; here are the steps that race.
 */
const USUALLY_ON_SQLITE = [
  "test/e2e/models.test.ts",
  "src/http/{approvals,capabilities,files,gate,sessions,tools}-routes.test.ts",
  "src/http/session-actions.test.ts",
  "src/engine/{compaction,composition}/**/*.test.ts",
  "src/engine/{conversation,new-calls,sessions/spec}.test.ts",
  "src/features/{bundles,intents,packs}/**/*.test.ts",
  "src/features/skills/skills-routes.test.ts",
  "src/features/skills/contract.test.ts",
  "test/security/{access,access-agents,access-windows,approvals,bad-input,bounds}.test.ts",
  "test/security/{changed-inputs,effects,gate,guards,occurred-effects,tidied-bundles}.test.ts",
  "test/security/{hooks,keys,leaks,packs,redaction,sessions,taint,who-may}.test.ts",
  "test/security/{guest-agents,manifest-agents}.test.ts",
];

const ON_SQLITE_ONLY = [
  // Edits the file under a running log; src/stores/postgres/audit-verifier.test.ts edits tables.
  "test/security/audit.test.ts",
  // Copies a home's file and puts it back: PostgreSQL has its own tools for that.
  "test/e2e/backup.test.ts",
  // Homes of earlier versions, each with its file.
  "test/e2e/kept-homes.test.ts",
  // No store at all.
  "test/as-typed/guide*.test.ts",
  "test/e2e/console/helpers.test.ts",
  "test/security/attacks.test.ts",
  "test/security/box-*.test.ts",
  "test/security/bundles.test.ts",
];

/**
 * Browsers take a third of all processor time: the usual run has a way through each page. Tests in
 * these files are no `longTest`: a file without a test fails.
 */
const IN_LONG_RUNS = [
  "test/e2e/console/{ended-turns,messages,places,sandbox,walk}.test.ts",
  // Builds the package, and installs it with all that it needs.
  "test/e2e/package.test.ts",
  "test/architecture/package-files.test.ts",
  // Clones the project, and installs all that it needs.
  "test/as-typed/new-clone.test.ts",
  // Pushes to a repository, measures, or starts two processes: each is long by itself.
  "test/e2e/hub/hub-workflow.test.ts",
  "test/e2e/intent-speed.test.ts",
  "test/chaos/delegation.test.ts",
];
/** Measures what a page takes, and is run by itself: `vitest run --mode speed`. */
const ALONE = ["test/e2e/console/speed.test.ts"];
const LONG_RUNS: ReadonlySet<string> = new Set(["chaos", "console", "long", "stores"]);

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ["rig/bundle-setup.ts", "rig/memory-setup.ts", "rig/postgres-setup.ts"],
    pool: "threads",
    isolate: false,
    // More than there are cores: much of the time is waiting for processes and leases.
    maxWorkers: mode === "console" ? 2 : 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"],
          exclude: [
            ...(LONG_RUNS.has(mode) ? [] : IN_LONG_RUNS),
            ...(mode === "speed" ? [] : ALONE),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "on postgres",
          include: [...ON_BOTH_STORES, ...(mode === "stores" ? ON_BOTH_STORES_TOO : [])],
          exclude: [...ON_SQLITE_ONLY, ...(mode === "stores" ? [] : USUALLY_ON_SQLITE)],
          env: { CAPSTAN_TEST_STORE: "postgres" },
        },
      },
    ],
  },
}));
