import * as z from "zod";
import type { Api } from "../../http/api.ts";
import { route } from "../../http/route.ts";
import { CapabilityView } from "../../http/views.ts";
import { customIdOf } from "../../schema/custom-capability.ts";
import { addCustom, checkCustom } from "./custom-capabilities.ts";

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

const customRoutes = [
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
];

export const customApi: Api = { routes: customRoutes };
