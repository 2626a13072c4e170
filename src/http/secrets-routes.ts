import * as z from "zod";
import { matchesPattern } from "../base/matches-pattern.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import type { Catalog } from "../gate/catalog/catalog.ts";
import { bindingOf } from "../gate/secrets/secrets.ts";
import { Page } from "../schema/page.ts";
import { isReservedSecret, SecretName } from "../schema/secret.ts";
import { route } from "./route.ts";
import { listOf, SecretView, viewSecret } from "./views.ts";

/** What the tools are that match these patterns now. */
function bindSecret(catalog: Catalog, patterns: readonly string[]): Record<string, string> {
  const bound = catalog.listTools({ enabledOnly: false }).flatMap(({ toolId }) => {
    const entry = catalog.getEntry(toolId);
    if (!entry || !patterns.some((pattern) => matchesPattern(pattern, toolId))) return [];
    const binding = bindingOf(entry);
    return binding === null ? [] : [[toolId, binding] as const];
  });
  return Object.fromEntries(bound);
}

const SecretPath = z.object({
  name: SecretName.refine(
    (name) => !isReservedSecret(name),
    "is reserved for connected models: use PUT and DELETE /v1/model",
  ),
});

/** Values go in and never come out. */
export const secretsRoutes = [
  route({
    id: "listSecrets",
    method: "GET",
    path: "/v1/secrets",
    summary: "The names of the secrets, and which tools may use them.",
    scope: "approve",
    query: Page,
    answer: listOf(SecretView),
    async handle({ engine, query: { limit, offset } }) {
      const all = engine.gate.secrets.list();
      return { items: all.slice(offset, offset + limit).map(viewSecret), total: all.length };
    },
  }),
  route({
    id: "putSecret",
    method: "PUT",
    path: "/v1/secrets/:name",
    summary: "Set a secret. Its value cannot be read back.",
    scope: "admin",
    params: SecretPath,
    body: z.strictObject({
      value: z.string().min(1),
      tools: z.array(z.string().min(1).max(256)).max(100).optional(),
    }),
    example: { value: "the secret itself", tools: ["ext:tickets:*"] },
    answer: z.object({ secret: SecretView, warning: z.string().optional() }),
    async handle({ engine: { gate }, params: { name }, body: { value, tools }, actor }) {
      const data = { name, ...(tools && { tools }) };
      const record = systemAudit(gate, "secret.set", actor.id, data);
      const bindings = tools && bindSecret(gate.catalog, tools);
      const { secret, ...rest } = await gate.secrets.set(name, value, tools, [record], bindings);
      return { secret: viewSecret(secret), ...rest };
    },
  }),
  route({
    id: "deleteSecret",
    method: "DELETE",
    path: "/v1/secrets/:name",
    summary: "Remove a secret.",
    scope: "admin",
    params: SecretPath,
    answer: z.object({ name: z.string(), removed: z.boolean() }),
    async handle({ engine: { gate }, params: { name }, actor }) {
      await gate.secrets.remove(name, [systemAudit(gate, "secret.removed", actor.id, { name })]);
      return { name, removed: true };
    },
  }),
];
