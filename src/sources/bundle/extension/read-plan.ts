import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { ReadBundle } from "../../../ports/read-bundle.ts";
import type { PlannedStep } from "../../../schema/extension.ts";
import { decodeDoc } from "../pack/decode-doc.ts";
import { readYaml } from "../read-yaml.ts";
import { shownText } from "./shown-text.ts";

const FILES = ["install/plan.yaml", "install/plan.yml"];
const MAX_BYTES = 256_000;
const MAX_STEPS = 100;

/** What an author wants done when it is installed. It is read, and never done. */
export function readPlan({ bundle, contents }: Pick<ReadBundle, "bundle" | "contents">): {
  readonly steps: readonly PlannedStep[];
  readonly warnings: readonly string[];
} {
  const file = bundle.files.find(({ path }) => FILES.includes(path));
  const bytes = file && contents.get(file.digest);
  if (!bytes) return { steps: [], warnings: [] };
  if (bytes.byteLength > MAX_BYTES)
    return { steps: [], warnings: ["Its install plan is too long."] };
  const { fields, problem } = readYaml(decodeDoc(bytes).text, { twice: false });
  if (problem !== undefined) {
    return {
      steps: [],
      warnings: [`Its install plan cannot be read: ${shownText(problem, 200)}.`],
    };
  }
  const uninstall = isJsonObject(fields.uninstall) ? fields.uninstall.steps : undefined;
  const steps = [...stepsOf(fields.steps, "install"), ...stepsOf(uninstall, "uninstall")];
  const count = steps.length;
  const warning = `Its install plan has ${count} ${count === 1 ? "step" : "steps"}. None was run: do by hand what it needs.`;
  return { steps, warnings: count === 0 ? [] : [warning] };
}

function stepsOf(value: JsonValue | undefined, when: PlannedStep["when"]): PlannedStep[] {
  return (Array.isArray(value) ? value : []).slice(0, MAX_STEPS).flatMap((step) => {
    if (!isJsonObject(step)) return [];
    const { action, type, ...rest }: JsonObject = step;
    const does = shownText(action, 100) || shownText(type, 100) || "unknown";
    return [{ when, action: does, details: shownText(JSON.stringify(rest), 1_000) }];
  });
}
