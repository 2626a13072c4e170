import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import type { CapabilityRegistry } from "../engine/capability-registry.ts";
import type { Engine } from "../engine/engine.ts";
import { type Capability, CapabilityStatus, SourceType } from "../schema/capability.ts";
import { Page } from "../schema/page.ts";
import { requireScope } from "./authenticate.ts";
import { commaList } from "./query.ts";
import { route } from "./route.ts";
import { CapabilityView, listOf } from "./views.ts";

const CapabilityPath = z.object({ id: z.string() });

/** Read as a whole by the registry that has it. */
const Fields = z.record(z.string(), z.json());

export const capabilitiesRoutes = [
  route({
    id: "listCapabilities",
    method: "GET",
    path: "/v1/capabilities",
    summary: "List capabilities.",
    scope: "invoke",
    query: Page.extend({
      kind: commaList(SourceType).optional(),
      status: commaList(CapabilityStatus).optional(),
    }),
    answer: listOf(CapabilityView),
    async handle({ engine, query: { limit, offset, kind, status } }) {
      const all = engine.gate.catalog
        .listCapabilities()
        .filter((it) => (kind?.includes(it.kind) ?? true) && (status?.includes(it.status) ?? true));
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  route({
    id: "getCapability",
    method: "GET",
    path: "/v1/capabilities/:id",
    summary: "One capability.",
    scope: "invoke",
    params: z.object({ id: z.string() }),
    answer: CapabilityView,
    async handle({ engine, params }) {
      return requireCapability(engine, params.id);
    },
  }),
  route({
    id: "updateCapability",
    method: "PATCH",
    path: "/v1/capabilities/:id",
    summary: "Change a capability of your own, or enable and disable an installed folder.",
    scope: "approve",
    params: CapabilityPath,
    body: Fields,
    example: { description: "Reads tickets of the help desk." },
    answer: CapabilityView,
    async handle({ engine, params: { id }, body, actor }) {
      const registry = await registryOf(engine, id);
      requireScope(actor, registry.scopeOf(id));
      await registry.change(id, body, actor);
      return requireCapability(engine, id);
    },
  }),
  route({
    id: "deleteCapability",
    method: "DELETE",
    path: "/v1/capabilities/:id",
    summary: "Remove a capability of your own, or an installed folder, once no agent has it.",
    scope: "approve",
    params: CapabilityPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, params: { id }, actor }) {
      const registry = await registryOf(engine, id);
      requireScope(actor, registry.scopeOf(id));
      await registry.remove(id, actor);
      return { id, removed: true };
    },
  }),
];

async function registryOf({ registries, gate }: Engine, id: string): Promise<CapabilityRegistry> {
  for (const registry of registries) if (await registry.has(id)) return registry;
  const exists = gate.catalog.getCapability(id) !== undefined;
  const message = exists
    ? `"${id}" is not one that was added over the API: change it where it comes from.`
    : `No capability "${id}".`;
  throw new CapstanError("CAPABILITY_NOT_FOUND", message, { details: { capability_id: id } });
}

function requireCapability({ gate }: Engine, id: string): Capability {
  const capability = gate.catalog.getCapability(id);
  if (capability) return capability;
  throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${id}".`);
}
