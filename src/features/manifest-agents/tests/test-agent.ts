import { basename } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../../base/json.ts";
import { codeSlug } from "../../../base/slug.ts";
import type { SourcedCapability, SourcedTool } from "../../../schema/sourced-capability.ts";
import { toolIdOf } from "../../../schema/tool.ts";
import type {
  ActionUnderTest,
  ConformanceItem,
} from "../../../testing/agent-conformance/agent-under-test.ts";
import { conformAgent } from "../../../testing/agent-conformance/conform-agent.ts";
import type { TestCall, Tried } from "../../../testing/agent-conformance/test-place.ts";
import { BUNDLES } from "../../bundles/bundles.ts";
import type { ReadBundle } from "../../bundles/read-bundle.ts";
import { checkFolder } from "../../bundles/tests/check-folder.ts";
import type { FolderTester, TestedItem } from "../../bundles/tests/folder-tester.ts";
import { callForTest, inTestSession, tryIn } from "../../bundles/tests/run-for-test.ts";
import { batchCalls } from "./batch-calls.ts";
import { OWN_TESTS, trialOf } from "./trial-of.ts";

const CHANGES = ["filesystem.write", "filesystem.move", "filesystem.delete"];

/**
 * Holds an agent's folder against the checklist, then tries each of its actions, and runs the tests of
 * its author. All that runs is a call of a session: policy decides on it as on the action itself, and
 * whoever wants the test answers for it. One call tries all that the suite asks of one action.
 */
export const testAgent: FolderTester = async (engine, found, options) => {
  const { read, path } = found;
  const checked = await checkFolder(engine, found);
  const name = checked.name || basename(path);
  const loaded = loadedFrom(() => engine.of(BUNDLES).shelf.load("agent", read).capability);
  if (!loaded || loaded.tools.length === 0) return { name, items: checked.items };
  const id = codeSlug(loaded.name, basename(path));
  const entries = trialOf({ ...loaded, id }, read);
  const { actor, signal } = options;
  const tried = await inTestSession(
    engine,
    { title: `Test of ${name}`, actor },
    async (session) => {
      await tryIn(engine, session.id, read, entries);
      const call = async (tool: string, inputs: JsonObject) => {
        signal.throwIfAborted();
        const toolId = toolIdOf("agent", id, tool);
        const outcome = await callForTest(engine, session, { toolId, inputs }, options);
        if (outcome.state === "completed" && isJsonObject(outcome.outputs)) return outcome.outputs;
        const said = outcome.error?.message ?? `It is ${outcome.state}.`;
        throw new CapstanError("TOOL_FAILED", `"${tool}" was not tested: ${said}`);
      };
      try {
        const run = batchCalls(async (action, files, calls) => {
          const inputs = { files: Object.fromEntries(files), calls: calls.map(asInput) };
          const { tried: all } = await call(action, inputs);
          return (Array.isArray(all) ? all : []) as unknown as readonly Tried[];
        });
        const agent = { actions: loaded.tools.map(underTest), cases: casesOf(read), run };
        const items = await conformAgent(agent, signal);
        const { items: own } = await call(OWN_TESTS, {});
        return [...items, ...((own ?? []) as unknown as readonly ConformanceItem[])];
      } catch (error) {
        if (!(error instanceof CapstanError)) throw error;
        return [{ name: "run", state: "failed", message: error.message } as const];
      }
    },
  );
  return { name, items: [...checked.items, ...tried.map(timed)] };
};

function asInput({ params, dryRun, confirmed }: TestCall): JsonObject {
  return { params, dry_run: dryRun, confirmed };
}

/** What cannot be loaded has been said by the check. */
function loadedFrom(load: () => SourcedCapability): SourcedCapability | undefined {
  try {
    return load();
  } catch (error) {
    if (error instanceof CapstanError) return undefined;
    throw error;
  }
}

function underTest({ name, inputSchema, behaviour, permissions = [] }: SourcedTool) {
  const action: ActionUnderTest = {
    name,
    inputSchema,
    destructive: behaviour?.destructive === true,
    changes: permissions.some((one) => CHANGES.includes(one)) || behaviour?.readOnly !== true,
    usesNetwork: permissions.includes("network"),
  };
  return action;
}

function casesOf({ bundle, contents }: ReadBundle): JsonValue | undefined {
  const file = bundle.files.find(({ path }) => path === "tests/cases.json");
  const bytes = file && contents.get(file.digest);
  if (!bytes) return undefined;
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch {
    return "not JSON";
  }
}

function timed(item: ConformanceItem): TestedItem {
  return { ...item, durationMs: 0 };
}
