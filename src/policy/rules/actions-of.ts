import type { PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";

/**
 * The actions that a policy is about. One that names none is about `invoke`, as it was when there was no
 * other: a permit of a call must not permit its changes.
 */
export function actionsOf({ action }: PolicyJson): ReadonlySet<string> {
  if (action.op === "All") return new Set(["invoke"]);
  const named = "entities" in action ? action.entities : "entity" in action ? [action.entity] : [];
  return new Set(named.map((entity) => ("__entity" in entity ? entity.__entity : entity).id));
}
