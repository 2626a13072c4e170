import * as z from "zod";
import { composeSession } from "../engine/composition/compose-session.ts";
import { previewOf } from "../engine/composition/preview.ts";
import {
  createAgent,
  patchAgent,
  previewDraft,
  removeAgent,
  requireAgent,
} from "../engine/sessions/agents.ts";
import { AgentCapability } from "../schema/agent.ts";
import { readEntry } from "../schema/capability-entry.ts";
import { Page } from "../schema/page.ts";
import { route } from "./route.ts";
import { AgentView, listOf, ToolView } from "./views.ts";

/** In order, each once: the same capability twice is an error (X4). */
const Capabilities = z
  .array(AgentCapability)
  .max(200)
  .superRefine((entries, context) => {
    const ids = entries.map((entry) => readEntry(entry).id);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      context.addIssue({ code: "custom", path: [index], message: `"${id}" is in the list twice` });
    }
  });

const name = z.string().min(1).max(200);
const systemPrompt = z.string().max(100_000);
const model = z.string().min(1).max(200);

const AgentBody = z.strictObject({
  name,
  system_prompt: systemPrompt.default(""),
  model: model.optional(),
  capabilities: Capabilities.default([]),
});

const AgentPatch = z.strictObject({
  name: name.optional(),
  system_prompt: systemPrompt.optional(),
  model: model.nullable().optional(),
  capabilities: Capabilities.optional(),
});

const AgentPath = z.object({ id: z.string() });

export const PreviewView = z.object({
  systemPrompt: z.string(),
  tools: z.array(ToolView).readonly(),
  warnings: z.array(z.string()).readonly(),
  estimatedTokens: z.int(),
});

export const agentsRoutes = [
  route({
    id: "createAgent",
    method: "POST",
    path: "/v1/agents",
    summary: "Create an agent.",
    scope: "invoke",
    body: AgentBody,
    example: { name: "clerk", system_prompt: "You are a clerk.", capabilities: ["current_time"] },
    status: 201,
    answer: AgentView,
    handle: ({ engine, actor, body: { system_prompt, model, ...rest } }) =>
      createAgent(
        engine,
        { ...rest, systemPrompt: system_prompt, ...(model && { model }) },
        actor.id,
      ),
  }),
  route({
    id: "previewAgentDraft",
    method: "POST",
    path: "/v1/agents/preview",
    summary: "Preview an agent before it is created: what a model would be sent.",
    scope: "invoke",
    body: AgentBody,
    example: { name: "clerk", system_prompt: "You are a clerk.", capabilities: ["current_time"] },
    answer: PreviewView,
    handle: async ({ engine, body: { system_prompt, model, ...rest } }) =>
      previewDraft(engine, { ...rest, systemPrompt: system_prompt, ...(model && { model }) }),
  }),
  route({
    id: "listAgents",
    method: "GET",
    path: "/v1/agents",
    summary: "List agents.",
    scope: "invoke",
    query: Page,
    answer: listOf(AgentView),
    handle: ({ engine, query }) => engine.gate.store.agents.list(query),
  }),
  route({
    id: "getAgent",
    method: "GET",
    path: "/v1/agents/:id",
    summary: "One agent.",
    scope: "invoke",
    params: AgentPath,
    answer: AgentView,
    handle: ({ engine, params }) => requireAgent(engine, params.id),
  }),
  route({
    id: "updateAgent",
    method: "PATCH",
    path: "/v1/agents/:id",
    summary: "Change an agent; capabilities are replaced as a whole.",
    // Its sessions act for others: who only invokes does not change what they can do.
    scope: "approve",
    params: AgentPath,
    body: AgentPatch,
    example: { system_prompt: "You are a friendly clerk." },
    answer: AgentView,
    handle: ({ engine, actor, params, body: { system_prompt, ...rest } }) =>
      patchAgent(
        engine,
        params.id,
        { ...rest, ...(system_prompt !== undefined && { systemPrompt: system_prompt }) },
        actor.id,
      ),
  }),
  route({
    id: "deleteAgent",
    method: "DELETE",
    path: "/v1/agents/:id",
    summary: "Remove an agent; its sessions can be read, and take no more messages.",
    scope: "approve",
    params: AgentPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, actor, params: { id } }) {
      await removeAgent(engine, id, actor.id);
      return { id, removed: true };
    },
  }),
  route({
    id: "previewAgent",
    method: "GET",
    path: "/v1/agents/:id/preview",
    summary: "Preview an agent: the system prompt, the tools and warnings.",
    scope: "invoke",
    params: AgentPath,
    answer: PreviewView,
    async handle({ engine, params }) {
      const agent = await requireAgent(engine, params.id);
      return previewOf(await composeSession(engine, { agent }));
    },
  }),
];
