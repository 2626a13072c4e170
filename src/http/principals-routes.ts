import * as z from "zod";
import { endDisabled } from "../engine/sessions/end-disabled.ts";
import { changePrincipal, createPrincipal, requirePrincipal } from "../gate/people/principals.ts";
import { Scope } from "../schema/actor.ts";
import { Page } from "../schema/page.ts";
import { PrincipalKind, PrincipalState } from "../schema/principal.ts";
import { route } from "./route.ts";
import { listOf, PrincipalView, viewPrincipal } from "./views.ts";

export const PrincipalName = z
  .string()
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._@-]{0,63}$/, "must be letters, digits and . _ @ -, at most 64");

const PrincipalPath = z.object({ id: z.string() });

export const principalsRoutes = [
  route({
    id: "listPrincipals",
    method: "GET",
    path: "/v1/principals",
    summary: "Everybody who may do something here, or ever did: people and programs, newest first.",
    scope: "admin",
    query: Page.extend({ search: z.string().max(200).optional() }),
    answer: listOf(PrincipalView),
    async handle({ engine: { gate }, query }) {
      const { items, total } = await gate.store.principals.list(query);
      return { items: items.map((one) => viewPrincipal(gate, one)), total };
    },
  }),
  route({
    id: "createPrincipal",
    method: "POST",
    path: "/v1/principals",
    summary: "Add a person or a program. A key for them is made with POST /v1/tokens.",
    scope: "admin",
    body: z.strictObject({ name: PrincipalName, kind: PrincipalKind.default("user") }),
    example: { name: "ada", kind: "user" },
    status: 201,
    answer: PrincipalView,
    handle: async ({ engine: { gate }, body, actor }) =>
      viewPrincipal(gate, await createPrincipal(gate, body, actor)),
  }),
  route({
    id: "getPrincipal",
    method: "GET",
    path: "/v1/principals/:id",
    summary: "One person or program.",
    scope: "admin",
    params: PrincipalPath,
    answer: PrincipalView,
    handle: async ({ engine: { gate }, params }) =>
      viewPrincipal(gate, await requirePrincipal(gate, params.id)),
  }),
  route({
    id: "changePrincipal",
    method: "PATCH",
    path: "/v1/principals/:id",
    summary:
      "Rename somebody, or disable them: their keys, streams and waiting questions end within seconds.",
    scope: "admin",
    params: PrincipalPath,
    body: z.strictObject({ name: PrincipalName.optional(), state: PrincipalState.optional() }),
    example: { state: "disabled" },
    answer: PrincipalView,
    async handle({ engine, params, body: { name, state }, actor }) {
      const wanted = { ...(name !== undefined && { name }), ...(state !== undefined && { state }) };
      const changed = await changePrincipal(engine.gate, params.id, wanted, actor);
      if (changed.state === "disabled") await endDisabled(engine);
      return viewPrincipal(engine.gate, changed);
    },
  }),
  route({
    id: "getMe",
    method: "GET",
    path: "/v1/me",
    summary: "Whose key this is, and what it may do.",
    scope: "invoke",
    answer: PrincipalView.extend({ scopes: z.array(Scope) }),
    handle: async ({ engine: { gate }, actor }) => ({
      ...viewPrincipal(gate, await requirePrincipal(gate, actor.id)),
      scopes: actor.scopes,
    }),
  }),
];
