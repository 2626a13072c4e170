import type { JsonObject } from "../../../base/json.ts";
import type { CatalogEntry } from "../../../gate/catalog/catalog-entry.ts";
import { describeCapability } from "../../../gate/catalog/describe-capability.ts";
import { folderSource } from "../../../schema/installed-folder.ts";
import type { SourcedCapability, SourcedTool } from "../../../schema/sourced-capability.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";

/** No action has this name: it has a hyphen in it. */
export const OWN_TESTS = "own-tests";
/** An agent is asked for what it has not, and has to say so. */
const UNKNOWN = "no_such_action";

const PLAIN: Pick<SourcedTool, "permissions" | "declaredEffects" | "declaredRisk"> = {
  permissions: [],
  declaredEffects: [],
  declaredRisk: "MED",
};
const TIMEOUT_MS = 600_000;
const CALLS: JsonObject = {
  type: "object",
  properties: {
    files: {
      type: "object",
      description: "What lies in the folder before each call: text by path.",
      additionalProperties: { type: "string" },
    },
    calls: {
      type: "array",
      maxItems: 200,
      items: {
        type: "object",
        properties: {
          params: { type: "object" },
          dry_run: { type: "boolean" },
          confirmed: { type: "boolean" },
        },
        required: ["params", "dry_run", "confirmed"],
        additionalProperties: false,
      },
    },
  },
  required: ["files", "calls"],
  additionalProperties: false,
};

/**
 * The actions of an agent as tools that try them: with the ids, permissions and risk that they have,
 * so that policy decides the same, and with the box of a test.
 */
export function trialOf(
  capability: SourcedCapability,
  { bundle }: ReadBundle,
): readonly CatalogEntry[] {
  const { tools } = capability;
  const [first] = tools;
  if (!first) return [];
  const trial = tools.map((tool) => tried(tool, CALLS, {}));
  const plain = { ...first, ...PLAIN };
  const unknown = tried({ ...plain, name: UNKNOWN }, CALLS, {});
  const paths = bundle.files.map(({ path }) => path).filter((path) => path.startsWith("tests/"));
  const own = tried({ ...plain, name: OWN_TESTS }, { type: "object" }, { own_tests: paths });
  const described = describeCapability(
    { id: folderSource("agent"), kind: "agent" },
    { ...capability, trust: "local", status: "available", tools: [...trial, unknown, own] },
  );
  return described.entries;
}

function tried(
  { name, permissions, declaredEffects, declaredRisk, execution }: SourcedTool,
  inputSchema: SourcedTool["inputSchema"],
  more: { readonly own_tests?: string[] },
): SourcedTool {
  const what = more.own_tests ? "Runs the tests of the agent's author" : `Tries "${name}"`;
  return {
    name,
    description: `${what}, in folders that are made for it and gone afterwards.`,
    inputSchema,
    ...(permissions && { permissions }),
    ...(declaredEffects && { declaredEffects }),
    ...(declaredRisk && { declaredRisk }),
    behaviour: { readOnly: false, idempotent: true, dryRun: false, timeoutMs: TIMEOUT_MS },
    execution: {
      type: "agent_test",
      code: { ...execution, name, permissions: [...(permissions ?? [])] },
      ...more,
    },
  };
}
