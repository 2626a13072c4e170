import { basename } from "node:path";
import * as z from "zod";
import { canonicalJson } from "../../base/canonical-json.ts";
import { isJsonObject } from "../../base/json.ts";
import { cutLine, oneLine } from "../../base/one-line.ts";
import { codeSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import { folderSource } from "../../schema/installed-folder.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Session } from "../../schema/session.ts";
import { TaskState } from "../../schema/task-state.ts";
import { toolIdOf } from "../../schema/tool.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import type { FoundFolder } from "../bundles/folder-shelf.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { checkFolder } from "../bundles/tests/check-folder.ts";
import type {
  FolderTester,
  FolderTestOptions,
  TestedItem,
} from "../bundles/tests/folder-tester.ts";
import { runForTest, tryIn } from "../bundles/tests/run-for-test.ts";

const EXAMPLES = "examples.json";
const MAX_EXAMPLES = 50;
const MAX_SAID = 600;

const Example = z.strictObject({
  title: z.string().min(1).max(200).optional(),
  inputs: z.record(z.string(), z.json()).default({}),
  /** Files of the session, by their paths. */
  files: z.record(z.string().min(1).max(500), z.string()).default({}),
  expect: z
    .strictObject({
      state: TaskState.default("completed"),
      /** What it asks for. */
      fields: z.array(z.string()).optional(),
      /** These, and perhaps others. */
      outputs: z.record(z.string(), z.json()).default({}),
      artifacts: z.array(z.string()).default([]),
    })
    .prefault({}),
});
type Example = z.infer<typeof Example>;

const Examples = z.strictObject({ examples: z.array(Example).min(1).max(MAX_EXAMPLES) });

/** Checks a skill strictly, then runs the first turn of each example, each in a session of its own. */
export const testSkill: FolderTester = async (engine, found, options) => {
  const { name, ok, items: checked } = await checkFolder(engine, found);
  if (!ok) return { name, items: checked };
  const items = [...checked];
  const examples = examplesOf(found.read);
  if (typeof examples === "string") {
    return { name, items: [...items, item(EXAMPLES, "failed", examples)] };
  }
  if (examples.length === 0)
    return { name, items: [...items, item("run", "skipped", `has no ${EXAMPLES}`)] };
  for (const [index, example] of examples.entries()) {
    options.signal.throwIfAborted();
    items.push({
      name: example.title ?? `example ${index + 1}`,
      ...(await runExample(engine, { found, name, example, options })),
    });
  }
  return { name, items };
};

type Wanted = {
  readonly found: FoundFolder & { readonly path: string };
  readonly name: string;
  readonly example: Example;
  readonly options: FolderTestOptions;
};

function runExample(engine: Engine, { found, name, example, options }: Wanted) {
  const { read, path: folder } = found;
  const { capability, metadata } = engine.of(BUNDLES).shelf.load("skill", read);
  const id = codeSlug(metadata.name, basename(folder));
  const { entries } = describeCapability(
    { id: folderSource("skill"), kind: "skill" },
    { ...capability, id, trust: "local" },
  );
  const prepare = async (session: Session) => {
    for (const [path, text] of Object.entries(example.files)) {
      const bytes = new TextEncoder().encode(text);
      await engine.filesOf(session.id).write(`/${path.replace(/^\//, "")}`, bytes);
    }
    await tryIn(engine, session.id, read, entries);
    return session;
  };
  const call = { toolId: toolIdOf("skill", id, "run"), inputs: example.inputs };
  return runForTest(engine, { title: `Test of ${name}`, call, options, prepare }, (outcome) =>
    judge(outcome, example.expect),
  );
}

function examplesOf({ bundle, contents }: ReadBundle): readonly Example[] | string {
  const file = bundle.files.find(({ path }) => path === EXAMPLES);
  const bytes = file && contents.get(file.digest);
  if (!bytes) return [];
  try {
    return Examples.parse(JSON.parse(new TextDecoder().decode(bytes))).examples;
  } catch (error) {
    if (!(error instanceof z.ZodError)) return "is not valid JSON";
    const [issue] = error.issues;
    return `"${issue?.path.join(".")}" ${issue?.message}`;
  }
}

function judge(
  { state, error, inputRequest, outputs, artifacts }: Outcome,
  wanted: Example["expect"],
): Pick<TestedItem, "state" | "message"> {
  const failed = (message: string) =>
    ({ state: "failed", message: cutLine(oneLine(message), MAX_SAID) }) as const;
  if (state !== wanted.state) {
    return failed(`it is ${state} and not ${wanted.state}. ${error?.message ?? ""}`);
  }
  const asked = (inputRequest?.fields ?? []).map((field) =>
    isJsonObject(field) ? String(field.name) : "",
  );
  const missing = (wanted.fields ?? []).filter((name) => !asked.includes(name));
  if (missing.length > 0) return failed(`it does not ask for ${missing.join(", ")}`);
  const said = isJsonObject(outputs) ? outputs : {};
  const wrong = Object.entries(wanted.outputs).filter(
    ([key, value]) =>
      !Object.hasOwn(said, key) || canonicalJson(said[key] ?? null) !== canonicalJson(value),
  );
  if (wrong.length > 0) {
    const [key = ""] = wrong[0] ?? [];
    return failed(`its output "${key}" is ${JSON.stringify(said[key] ?? null)}`);
  }
  const made = artifacts.map(({ path }) => path.split("/").at(-1));
  const unmade = wanted.artifacts.filter((path) => !made.includes(path.split("/").at(-1)));
  if (unmade.length > 0) return failed(`it did not make ${unmade.join(", ")}`);
  return { state: "passed", message: state };
}

function item(name: string, state: TestedItem["state"], message: string): TestedItem {
  return { name, state, message, durationMs: 0 };
}
