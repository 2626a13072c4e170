import * as z from "zod";
import { CODE_FOLDER_AUDIT } from "../../src/features/bundles/code-folder-audit.ts";
import type { FolderKindParts, FolderLoader } from "../../src/features/bundles/folder-kind.ts";
import type { ReadBundle } from "../../src/features/bundles/read-bundle.ts";
import { checkFolder } from "../../src/features/bundles/tests/check-folder.ts";
import { wellFormed } from "../../src/features/bundles/tests/checked-items.ts";
import { runForTest, tryIn } from "../../src/features/bundles/tests/run-for-test.ts";
import { describeCapability } from "../../src/gate/catalog/describe-capability.ts";
import { CapstanError, type Executor } from "../../src/index.ts";
import { folderSource } from "../../src/schema/installed-folder.ts";
import { toolIdOf } from "../../src/schema/tool.ts";

const KIND = "x-recipe";
const FILE = "recipe.json";

const Recipe = z.strictObject({
  name: z.string().regex(/^[a-z][a-z-]{0,40}$/),
  description: z.string().min(1).max(500),
  steps: z.array(z.string().min(1).max(500)).min(1).max(50),
});

/** A folder with a `recipe.json` is a recipe: a capability with one tool, which cooks it. */
export const recipeFolders: FolderKindParts = {
  kind: KIND,
  hubKind: "extension",
  called: "a recipe",
  matches: (names) => names.includes(FILE),
  load,
  async check(_, found) {
    const { metadata } = load(found.read);
    return { name: metadata.name, items: wellFormed(found, metadata.warnings) };
  },
  async test(engine, found, options) {
    const { name, ok, items } = await checkFolder(engine, found);
    if (!ok) return { name, items };
    const { capability } = load(found.read);
    const source = { id: folderSource(KIND), kind: KIND } as const;
    const { entries } = describeCapability(source, capability);
    const cooked = await runForTest(
      engine,
      {
        title: `Test of ${name}`,
        call: { toolId: toolIdOf(KIND, name, "cook"), inputs: {} },
        options,
        async prepare(session) {
          await tryIn(engine, session.id, found.read, entries);
          return session;
        },
      },
      ({ state }) => ({ state: state === "completed" ? "passed" : "failed", message: state }),
    );
    return { name, items: [...items, { name: "cook", ...cooked }] };
  },
  slug: "conflict",
  scope: "admin",
  foundIn: [],
  listsBroken: true,
  audit: CODE_FOLDER_AUDIT,
};

/** What runs a recipe: it is given the very steps that were judged. */
export function recipeExecutor(cook: (steps: readonly string[]) => void): Executor {
  return {
    endsOnSignal: true,
    async execute({ execution }) {
      const { steps } = Recipe.pick({ steps: true }).parse({ steps: execution.steps });
      cook(steps);
      return { state: "completed", outputs: { cooked: steps.length } };
    },
  };
}

function load(read: ReadBundle): ReturnType<FolderLoader> {
  const { name, description, steps } = readRecipe(read);
  const about = { name, description, version: "1.0.0" };
  return {
    metadata: { ...about, id: name, warnings: [] },
    capability: {
      ...about,
      id: name,
      trust: "local",
      status: "available",
      tools: [
        {
          name: "cook",
          description: `Cooks ${name}.`,
          inputSchema: { type: "object", properties: {}, additionalProperties: false },
          declaredRisk: "MED",
          execution: { type: "recipe", bundle: read.bundle.digest, steps },
        },
      ],
    },
  };
}

function readRecipe({ bundle, contents }: ReadBundle): z.infer<typeof Recipe> {
  const file = bundle.files.find(({ path }) => path === FILE);
  const text = new TextDecoder().decode(file && contents.get(file.digest));
  try {
    return Recipe.parse(JSON.parse(text));
  } catch (cause) {
    throw new CapstanError("BUNDLE_INVALID", `${FILE} is no recipe. Look at pancakes/${FILE}.`, {
      cause,
    });
  }
}
