import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes longest, as measured. Started last, one of these would keep a single worker busy. */
const LONGEST = [
  "test/chaos/kill",
  "test/e2e/console/pages",
  "test/chaos/workspace",
  "test/chaos/takeover",
  "test/chaos/random-kills",
  "test/e2e/console/approvals",
  "test/chaos/many-servers",
  "test/chaos/ambiguous",
  "test/security/gate",
  "test/as-typed/guide",
  "test/e2e/models",
  "test/security/box-server",
  "test/e2e/mcp/hostile-servers",
  "test/e2e/mcp/lives",
  "test/e2e/openapi",
  "test/e2e/home",
  "test/chaos/drain",
  "test/chaos/database",
  "test/as-typed/readme",
  "test/e2e/console/work",
  "test/security/bounds",
  "src/schema/json-schema/create-validator",
  "src/features/builtin/web-fetch/html/hostile-html",
  // They take all the processor they get: not beside the chaos above, which measures how soon.
  "test/security/box-limits",
  "test/security/box-processes",
  "test/security/box-files",
  "test/security/audit",
  "test/e2e/console/hub",
  "test/e2e/console/packs",
  "test/e2e/console/first-minute",
  "src/features/manifest-agents/agent-folders",
  "src/features/skills/shipped-skills",
  "test/e2e/mcp/packages",
  "src/stores/postgres/postgres-store",
  "src/stores/sqlite/sqlite-store",
  "src/policy/properties",
  "src/stores/queue/postgres/postgres-queue",
  "test/chaos/left-over",
];

/** A clean checkout knows no durations, and vitest would begin with the largest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [usual = ""] = sorted.map(({ project }) => project.name);
    const long = LONGEST.flatMap((name) =>
      sorted.filter((it) => it.project.name === usual && it.moduleId.endsWith(`/${name}.test.ts`)),
    );
    return [...long, ...sorted.filter((it) => !long.includes(it))];
  }
}
