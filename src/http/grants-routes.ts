import * as z from "zod";
import { revokeGrant } from "../gate/approvals/revoke-grant.ts";
import { Page } from "../schema/page.ts";
import { route } from "./route.ts";
import { GrantView, listOf, viewGrant } from "./views.ts";

export const grantsRoutes = [
  route({
    id: "listGrants",
    method: "GET",
    path: "/v1/grants",
    summary: "Remembered answers, newest first.",
    scope: "approve",
    query: Page.extend({ session_id: z.string().optional() }),
    answer: listOf(GrantView),
    async handle({ engine, query: { session_id, ...page } }) {
      const { items, total } = await engine.gate.store.grants.list({
        ...page,
        sessionId: session_id,
      });
      return { items: items.map((grant) => viewGrant(engine, grant)), total };
    },
  }),
  route({
    id: "revokeGrant",
    method: "DELETE",
    path: "/v1/grants/:id",
    summary: "Revoke a remembered answer: the next call asks again.",
    scope: "approve",
    params: z.object({ id: z.string() }),
    answer: z.object({ id: z.string(), revoked: z.boolean() }),
    async handle({ engine: { gate }, params: { id }, actor }) {
      await revokeGrant(gate, id, actor);
      return { id, revoked: true };
    },
  }),
];
