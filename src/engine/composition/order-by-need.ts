import { CapstanError } from "../../base/errors.ts";

/**
 * Each id once, in the order they are wanted, but always after what it needs (E66). What is needed
 * and not wanted comes right before the first that needs it.
 */
export function orderByNeed(
  wanted: readonly string[],
  needsOf: (id: string) => readonly string[],
): string[] {
  const ordered = new Set<string>();
  // Not recursive: who publishes capabilities decides how deep this goes.
  const path: { readonly id: string; readonly open: string[] }[] = [];
  const onPath = new Set<string>();

  function enter(id: string): void {
    if (onPath.has(id)) throw cycleError([...path.map((step) => step.id), id]);
    if (ordered.has(id)) return;
    path.push({ id, open: [...needsOf(id)].reverse() });
    onPath.add(id);
  }

  for (const id of wanted) {
    enter(id);
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const next = step.open.pop();
      if (next !== undefined) {
        enter(next);
        continue;
      }
      path.pop();
      onPath.delete(step.id);
      ordered.add(step.id);
    }
  }
  return [...ordered];
}

function cycleError(path: readonly string[]): CapstanError {
  const cycle = path.slice(path.indexOf(path.at(-1) ?? ""));
  const message = `These capabilities need each other in a circle: ${cycle.join(" → ")}.`;
  return new CapstanError("CAPABILITY_CYCLE", message, { details: { capabilities: cycle } });
}
