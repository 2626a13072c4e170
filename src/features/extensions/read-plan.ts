import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { PlannedStep } from "../../schema/extension.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import { readYaml } from "../bundles/read/read-yaml.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { shownText } from "./shown-text.ts";

const FILES = ["install/plan.yaml", "install/plan.yml"];
const MAX_BYTES = 256_000;
const MAX_STEPS = 100;

/** Kinds whose `command` is a program, which the sandbox can run. */
const RUNNABLE: ReadonlySet<string> = new Set(["exec.shell", "test_command"]);

/** A step, and the command line that it is where it can be run. */
type ReadStep = PlannedStep & { readonly line: string | null };

/** What an author wants done when it is installed. It is read, and nothing of it is done here. */
export function readPlan(
  { bundle, contents }: Pick<ReadBundle, "bundle" | "contents">,
  named: string | undefined,
): {
  readonly steps: readonly ReadStep[];
  readonly warnings: readonly string[];
} {
  const at = (wanted: string) => bundle.files.find(({ path }) => path === wanted);
  const file =
    (named === undefined ? undefined : at(named)) ?? FILES.flatMap((it) => at(it) ?? [])[0];
  const bytes = file && contents.get(file.digest);
  if (!bytes) {
    const gone = `Its install plan "${named}" is not in the folder.`;
    return { steps: [], warnings: named === undefined ? [] : [gone] };
  }
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
  const lists = [fields.steps, uninstall].filter((list) => list !== undefined && list !== null);
  if (lists.some((list) => !Array.isArray(list) || list.length > MAX_STEPS)) {
    const why = `Its install plan cannot be read: its steps are no list of at most ${MAX_STEPS}.`;
    return { steps: [], warnings: [why] };
  }
  const steps = [...stepsOf(fields.steps, "install"), ...stepsOf(uninstall, "uninstall")];
  const count = steps.length;
  const warning = `Its install plan has ${count} ${count === 1 ? "step" : "steps"}. None was run: do what it needs by hand, or by the tools of its steps.`;
  return { steps, warnings: count === 0 ? [] : [warning] };
}

function stepsOf(value: JsonValue | undefined, when: PlannedStep["when"]): ReadStep[] {
  return (Array.isArray(value) ? value : []).map((step, at) => {
    // A step that is one word is what to do.
    const { action, type, ...rest }: JsonObject = isJsonObject(step) ? step : { action: step };
    const does = shownText(action, 100) || shownText(type, 100) || "unknown";
    const line = RUNNABLE.has(does) && typeof rest.command === "string" ? rest.command : null;
    return {
      when,
      action: does,
      details: shownText(JSON.stringify(rest), 1_000),
      tool: line === null ? null : `${when}_step_${at + 1}`,
      problem: line === null ? whyNot(does) : null,
      line,
    };
  });
}

function whyNot(does: string): string {
  return does === "noop"
    ? "There is nothing to do."
    : `Nothing here does "${does}": do it by hand.`;
}
