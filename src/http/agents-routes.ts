import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { timestamp } from "../ports/clock.ts";
import type { Agent } from "../schema/agent.ts";
import { CapabilityId } from "../schema/capability.ts";
import { Page } from "../schema/page.ts";
import { route } from "./route.ts";
import { AgentView, CapabilityView, listOf } from "./views.ts";

/** In order, each once: the same capability twice is an error (X4). */
const CapabilityIds = z
  .array(CapabilityId)
  .max(200)
  .superRefine((ids, context) => {
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      context.addIssue({ code: "custom", path: [index], message: `"${id}" is in the list twice` });
    }
  });

const AgentBody = z.strictObject({
  name: z.string().min(1).max(200),
  system_prompt: z.string().max(100_000).default(""),
  capabilities: CapabilityIds.default([]),
});

export const agentsRoutes = [
  route({
    method: "GET",
    path: "/v1/capabilities",
    summary: "List capabilities.",
    scope: "invoke",
    query: Page,
    answer: listOf(CapabilityView),
    async handle({ engine, query: { limit, offset } }) {
      const all = engine.gate.catalog.listCapabilities();
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  route({
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
    method: "POST",
    path: "/v1/agents",
    summary: "Create an agent.",
    scope: "invoke",
    body: AgentBody,
    status: 201,
    answer: AgentView,
    async handle({ engine: { gate }, body }) {
      for (const id of body.capabilities) {
        if (gate.catalog.getCapability(id)) continue;
        throw new CapstanError("CAPABILITY_UNKNOWN", `No capability "${id}".`, {
          details: { field: "capabilities", capability_id: id },
        });
      }
      const agent: Agent = {
        id: gate.newId("agent"),
        name: body.name,
        systemPrompt: body.system_prompt,
        status: "active",
        capabilities: body.capabilities,
        createdAt: timestamp(gate.clock.now()),
      };
      await gate.store.journal.commit("agent.add", [{ type: "agent.add", agent }]);
      return agent;
    },
  }),
  route({
    method: "GET",
    path: "/v1/agents",
    summary: "List agents.",
    scope: "invoke",
    query: Page,
    answer: listOf(AgentView),
    handle: ({ engine, query }) => engine.gate.store.agents.list(query),
  }),
  route({
    method: "GET",
    path: "/v1/agents/:id",
    summary: "One agent.",
    scope: "invoke",
    params: z.object({ id: z.string() }),
    answer: AgentView,
    async handle({ engine, params }) {
      const agent = await engine.gate.store.agents.get(params.id);
      if (agent) return agent;
      throw new CapstanError("AGENT_NOT_FOUND", `No agent "${params.id}".`);
    },
  }),
];
