import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import {
  addCustom,
  checkCustom,
  patchCustom,
  removeCustom,
} from "../engine/custom-capabilities.ts";
import { removeExtension } from "../engine/extensions/registry.ts";
import { CapabilityStatus, SourceType } from "../schema/capability.ts";
import { customIdOf } from "../schema/custom-capability.ts";
import { extensionCapabilityId } from "../schema/extension.ts";
import { Page } from "../schema/page.ts";
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
      const capability = engine.gate.catalog.getCapability(params.id);
      if (capability) return capability;
      throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${params.id}".`);
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
    summary: "Change a capability of your own; tools are replaced as a whole.",
    scope: "approve",
    params: CapabilityPath,
    body: Manifest,
    example: { description: "Reads tickets of the help desk." },
    answer: CapabilityView,
    handle: ({ engine, params, body, actor }) => patchCustom(engine, params.id, body, actor),
  }),
  route({
    id: "deleteCapability",
    method: "DELETE",
    path: "/v1/capabilities/:id",
    summary: "Remove a capability of your own, once no agent has it.",
    scope: "approve",
    params: CapabilityPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, params: { id }, actor }) {
      const extension = [...engine.extensions().keys()].find(
        (one) => extensionCapabilityId(one) === id,
      );
      if (extension === undefined) await removeCustom(engine, id, actor);
      else if (actor.scopes.includes("admin")) await removeExtension(engine, extension, actor.name);
      else throw new CapstanError("SCOPE_MISSING", "Only an admin removes an extension.");
      return { id, removed: true };
    },
  }),
];
