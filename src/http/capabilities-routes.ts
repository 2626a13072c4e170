import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import { InstalledFolderView, viewFolder } from "../features/bundles/folder-view.ts";
import { readDocumentation } from "../features/bundles/read-documentation.ts";
import { enableFolder, refreshFolder, removeFolder } from "../features/bundles/registry.ts";
import {
  addCustom,
  checkCustom,
  patchCustom,
  removeCustom,
} from "../features/custom/custom-capabilities.ts";
import { type Capability, CapabilityStatus, SourceType } from "../schema/capability.ts";
import { customIdOf } from "../schema/custom-capability.ts";
import { Page } from "../schema/page.ts";
import { requireScope } from "./authenticate.ts";
import { commaList } from "./query.ts";
import { route } from "./route.ts";
import { CapabilityView, listOf } from "./views.ts";

const CapabilityPath = z.object({ id: z.string() });

/** Read as a whole where it is stored, so that a file and a request are checked by the same words. */
const Manifest = z.record(z.string(), z.json());

const SAMPLE_MANIFEST = {
  id: "tickets",
  name: "Tickets",
  description: "Reads tickets of our help desk.",
  tools: [
    {
      name: "read_ticket",
      description: "Reads a ticket.",
      input_schema: {
        type: "object",
        properties: { id: { type: "integer" } },
        required: ["id"],
      },
      http: { method: "GET", url: "https://desk.example.com/tickets/{{id}}" },
    },
  ],
};

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
    id: "getCapabilityDocumentation",
    method: "GET",
    path: "/v1/capabilities/:id/documentation",
    summary:
      "What the author of an installed folder wrote about it (SPEC.md, SKILL.md or README.md), and what was odd about it.",
    scope: "invoke",
    params: z.object({ id: z.string() }),
    answer: z.object({
      path: z.string().nullable(),
      text: z.string(),
      warnings: z.array(z.string()).readonly(),
    }),
    async handle({ engine, params }) {
      requireCapability(engine, params.id);
      return readDocumentation(engine, params.id);
    },
  }),
  route({
    id: "createCapability",
    method: "POST",
    path: "/v1/capabilities",
    summary: "Add a capability of your own.",
    // It can reach other servers: who only invokes does not widen what can be invoked.
    scope: "approve",
    body: Manifest,
    example: SAMPLE_MANIFEST,
    status: 201,
    answer: CapabilityView,
    handle: ({ engine, body, actor }) => addCustom(engine, body, actor),
  }),
  route({
    id: "checkCapability",
    method: "POST",
    path: "/v1/capabilities/check",
    summary: "Check a capability of your own, without adding it.",
    scope: "invoke",
    body: Manifest,
    example: SAMPLE_MANIFEST,
    answer: z.object({ id: z.string(), version: z.string(), tools: z.int() }),
    async handle({ engine, body }) {
      const { id, version, tools } = checkCustom(engine, body);
      return { id: customIdOf(id), version, tools: tools.length };
    },
  }),
  route({
    id: "updateCapability",
    method: "PATCH",
    path: "/v1/capabilities/:id",
    summary: "Change a capability of your own, or enable and disable an installed skill or agent.",
    scope: "approve",
    params: CapabilityPath,
    body: Manifest,
    example: { description: "Reads tickets of the help desk." },
    answer: CapabilityView,
    async handle({ engine, params: { id }, body, actor }) {
      if (!engine.installedFolders().has(id)) return patchCustom(engine, id, body, actor);
      // Code of somebody else that runs here: what changes it is the admin's.
      requireScope(actor, "admin");
      await enableFolder(engine, id, readEnabled(body), actor.id);
      return requireCapability(engine, id);
    },
  }),
  route({
    id: "refreshCapability",
    method: "POST",
    path: "/v1/capabilities/:id/refresh",
    summary: "Read the folder of an installed skill or agent again.",
    scope: "admin",
    params: CapabilityPath,
    body: z.strictObject({}),
    example: {},
    answer: InstalledFolderView,
    handle: async ({ engine, actor, params: { id } }) =>
      viewFolder(engine, await refreshFolder(engine, id, actor.id), actor),
  }),
  route({
    id: "deleteCapability",
    method: "DELETE",
    path: "/v1/capabilities/:id",
    summary:
      "Remove a capability of your own, or an installed skill or agent, once no agent has it.",
    scope: "approve",
    params: CapabilityPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, params: { id }, actor }) {
      if (engine.installedFolders().has(id)) {
        requireScope(actor, "admin");
        await removeFolder(engine, id, actor.id);
      } else {
        await removeCustom(engine, id, actor);
      }
      return { id, removed: true };
    },
  }),
];

function requireCapability({ gate }: Engine, id: string): Capability {
  const capability = gate.catalog.getCapability(id);
  if (capability) return capability;
  throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${id}".`);
}

/** All that can be changed of a folder here: its files say the rest. */
const Enabled = z.strictObject({ enabled: z.boolean(), draft: z.boolean().default(false) });

function readEnabled(body: z.infer<typeof Manifest>): z.infer<typeof Enabled> {
  const read = Enabled.safeParse(body);
  if (read.success) return read.data;
  const message =
    'It comes from a folder: send {"enabled": true} or {"enabled": false}, with {"draft": true} to run a draft.';
  throw new CapstanError("REQUEST_INVALID", message, { details: { field: "enabled" } });
}
