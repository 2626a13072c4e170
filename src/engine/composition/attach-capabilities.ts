import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Catalog } from "../../gate/catalog/catalog.ts";
import type { Agent } from "../../schema/agent.ts";
import type { Capability } from "../../schema/capability.ts";
import { type CapabilityEntry, readEntry } from "../../schema/capability-entry.ts";
import type { Owned } from "../session-feature.ts";
import { checkConfig } from "./check-config.ts";
import { orderByNeed } from "./order-by-need.ts";
import { requireCapability } from "./require-capability.ts";

/** A capability that contributes to an agent, with what the agent says about it. */
export type Attached = {
  readonly capability: Capability;
  readonly config: JsonObject;
  readonly aliases: Readonly<Record<string, string>>;
};

type Attachment = { readonly attached: readonly Attached[]; readonly warnings: readonly string[] };

/** The agent's capabilities in order, each after what it needs (E51, E58, E61, E66). */
export function attachCapabilities(
  catalog: Catalog,
  agent: Agent,
  owned: readonly Pick<Owned, "kind">[] = [],
): Attachment {
  const listed = readList(agent);
  const found = new Map<string, Capability>();
  const neededBy = new Map<string, string>();
  for (const entry of listed.values()) {
    const capability = requireCapability(catalog, entry, `Agent "${agent.name}"`);
    const isOwned = owned.some(({ kind }) => kind === capability.kind);
    if (isOwned) throw attachedOnly(agent, capability);
    found.set(entry.id, capability);
  }

  function needsOf(id: string): string[] {
    const capability = found.get(id);
    if (!capability || !contributes(capability)) return [];
    const needs = (capability.dependencies ?? []).map(readEntry);
    for (const need of needs) {
      found.set(need.id, requireCapability(catalog, need, `"${id}"`));
      if (!neededBy.has(need.id)) neededBy.set(need.id, id);
    }
    return needs.map((need) => need.id);
  }

  const order = orderByNeed([...listed.keys()], needsOf);
  const capabilities = order.flatMap((id) => found.get(id) ?? []);
  return {
    attached: capabilities.filter(contributes).map((capability) => {
      const { config, aliases = {} } = listed.get(capability.id) ?? {};
      return { capability, config: checkConfig(capability, config), aliases };
    }),
    warnings: [
      ...placeWarnings(order, [...listed.keys()], neededBy),
      ...capabilities.flatMap(statusWarning),
    ],
  };
}

/** A person attaches them, to one session at a time (P3). */
function attachedOnly({ name }: Agent, { id, kind }: Capability): CapstanError {
  const message = `Agent "${name}" lists "${id}": a ${kind} is attached to a session, not given to an agent.`;
  const details = { field: "capabilities", capability_id: id };
  return new CapstanError("CONFIG_INVALID", message, { details });
}

/** `files` and `files@^1` are the same capability: which configuration would hold? (X4) */
function readList({ name, capabilities }: Agent): ReadonlyMap<string, CapabilityEntry> {
  const listed = new Map<string, CapabilityEntry>();
  for (const entry of capabilities.map(readEntry)) {
    if (listed.has(entry.id)) {
      const message = `Agent "${name}" lists "${entry.id}" twice.`;
      const details = { field: "capabilities", capability_id: entry.id };
      throw new CapstanError("CONFIG_INVALID", message, { details });
    }
    listed.set(entry.id, entry);
  }
  return listed;
}

/** The others are known and do nothing (X26). */
function contributes({ status }: Capability): boolean {
  return status === "available" || status === "deprecated";
}

function statusWarning({ id, status, problem }: Capability): string[] {
  if (problem !== undefined) return [`"${id}" does nothing: it is broken. ${problem}`];
  if (status === "available") return [];
  if (status === "deprecated") return [`"${id}" is deprecated: it works, and will go.`];
  return [`"${id}" does nothing: it is ${status.replace("_", " ")}.`];
}

/** One that the agent lists keeps its place, unless something before it needs it. */
function placeWarnings(
  order: readonly string[],
  wanted: readonly string[],
  neededBy: ReadonlyMap<string, string>,
): string[] {
  const isListed = new Set(wanted);
  const placed = new Set<string>();
  let next = 0;
  return order.flatMap((id) => {
    const by = neededBy.get(id);
    if (!isListed.has(id)) return [`"${id}" was added, because "${by}" needs it.`];
    while (placed.has(wanted[next] ?? "")) next += 1;
    placed.add(id);
    return wanted[next] === id ? [] : [`"${id}" comes before "${by}", which needs it.`];
  });
}
