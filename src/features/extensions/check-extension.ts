import { itemOf, wellFormed } from "../bundles/tests/checked-items.ts";
import type { FolderCheck } from "../bundles/tests/folder-tester.ts";
import { loadExtension } from "./load-extension.ts";

/** Each command, and each step of the plan: a step that nothing here does is left to a person. */
export const checkExtension: FolderCheck = async (_, found) => {
  const { metadata, capability, plan = [] } = loadExtension(found.read);
  const commands = capability.tools.map(({ name, problem }) =>
    itemOf(name, problem === undefined ? "passed" : "failed", problem ?? "runs"),
  );
  const steps = plan.map(({ when, action, problem }) =>
    problem === null
      ? itemOf(`${when} step`, "passed", action)
      : itemOf(`${when} step`, "skipped", `${action}, by hand: ${problem}`),
  );
  // That there is a plan is not wrong.
  const warnings = metadata.warnings.filter((it) => !it.startsWith("Its install plan has "));
  const { problem } = capability;
  const problems = [...(problem === undefined ? [] : [problem]), ...warnings];
  return {
    name: metadata.id ?? metadata.name,
    items: [...wellFormed(found, problems), ...commands, ...steps],
  };
};
