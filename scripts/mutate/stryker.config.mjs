import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes one small change to the source at a time and runs the tests that reach it: `npm run mutate`,
 * or `npm run mutate -- --mutate src/gate/judge.ts` for a part. What survives is in
 * docs/mutations.md. Everything happens in a copy.
 */
export default {
  mutate: [
    "src/{policy,gate}/**/*.ts",
    "!src/gate/catalog/**",
    "src/features/skills/contexts/*.ts",
    "src/engine/{turn,start-turn,still-runs,end-turn,sessions/move-session}.ts",
    "src/engine/{conversation,invoke-calls,turn-call,add-reply,ask-model,hold-replies}.ts",
    "src/engine/sessions/{answer-approval,accept-message,cancel-session,resume-session}.ts",
    "src/engine/model/budget.ts",
    "src/base/redaction/redactor*.ts",
    "!src/**/*.test.ts",
    "!src/**/testing/**",
  ],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutate/plugins.mjs"],
  ignorers: ["texts"],
  // `related` would name every test for every file: what each test reaches is measured instead.
  vitest: { configFile: "scripts/mutate/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // Tables and constants: which tests they matter to cannot be measured, and all would run.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 5_000,
  // It would rewrite tsconfig.json with the compiler's library, which TypeScript 7 does not have.
  tsconfigFile: "none",
  disableTypeChecks: false,
  tempDirName: join(tmpdir(), "capstan-mutate"),
  ignorePatterns: ["bench", "docs/screenshots", "web/dist", "build"],
  reporters: ["clear-text", "progress-append-only", "survivors"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
