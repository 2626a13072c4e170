import * as z from "zod";
import { timestamp } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import { createToken, revokeToken } from "../gate/secrets/tokens.ts";
import { Scope } from "../schema/actor.ts";
import { Page } from "../schema/page.ts";
import { signAdminToken } from "./admin-token.ts";
import { PrincipalName } from "./principals-routes.ts";
import { route } from "./route.ts";
import { listOf, TokenView, viewToken } from "./views.ts";

const SHORT_S = 900;
const DAY_S = 86_400;

export const tokensRoutes = [
  route({
    id: "listTokens",
    method: "GET",
    path: "/v1/tokens",
    summary: "List keys, newest first: whose they are and what they may do.",
    scope: "admin",
    query: Page,
    answer: listOf(TokenView),
    async handle({ engine: { gate }, query }) {
      const { items, total } = await gate.store.tokens.list(query);
      return { items: items.map((token) => viewToken(gate, token)), total };
    },
  }),
  route({
    id: "createToken",
    method: "POST",
    path: "/v1/tokens",
    summary: "Create a key for somebody new, or for somebody known; it is shown this once.",
    scope: "admin",
    body: z
      .strictObject({
        /** The name of somebody new. */
        name: PrincipalName.optional(),
        /** The id of whose it is, in place of a name. */
        for: z.string().optional(),
        scopes: z.array(Scope).min(1),
        expires_in_s: z.number().positive().optional(),
      })
      .refine((body) => (body.name === undefined) !== (body.for === undefined), {
        path: ["name"],
        message: 'is for somebody new, "for" for somebody known: send one of the two',
      }),
    example: { name: "nightly-report", scopes: ["invoke"], expires_in_s: 86_400 },
    status: 201,
    answer: TokenView.extend({ token: z.string() }),
    async handle({ engine: { gate }, body, actor }) {
      if (actor.signed && body.scopes.includes("admin")) {
        const message = "A short-lived key cannot make one for an admin: use the admin key.";
        throw new CapstanError("SCOPE_MISSING", message);
      }
      const { name = "", for: id, scopes, expires_in_s: expiresInS } = body;
      const of = id === undefined ? { name } : { id };
      const wanted = { of, scopes, ...(expiresInS !== undefined && { expiresInS }) };
      const { token, key } = await createToken(gate, wanted, actor);
      return { ...viewToken(gate, token), token: key };
    },
  }),
  route({
    id: "revokeToken",
    method: "DELETE",
    path: "/v1/tokens/:id",
    summary: "Revoke a key at once.",
    scope: "admin",
    params: z.object({ id: z.string() }),
    answer: z.object({ id: z.string(), revoked: z.boolean() }),
    async handle({ engine: { gate }, params: { id }, actor }) {
      await revokeToken(gate, id, actor);
      return { id, revoked: true };
    },
  }),
  route({
    id: "createAdminToken",
    method: "POST",
    path: "/v1/admin/token",
    summary: "Create a short-lived, signed key in place of the admin key.",
    scope: "admin",
    body: z.strictObject({ expires_in_s: z.number().positive().max(DAY_S).default(SHORT_S) }),
    example: { expires_in_s: 900 },
    status: 201,
    answer: z.object({ token: z.string(), expiresAt: z.string() }),
    async handle({ engine: { gate }, body, actor: { id, tokenId, signed } }) {
      if (signed) {
        const message = "A short-lived key cannot prolong itself: use the admin key.";
        throw new CapstanError("SCOPE_MISSING", message);
      }
      const expiresAt = timestamp(gate.clock.now() + body.expires_in_s * 1_000);
      await gate.store.journal.commit("token.sign", [
        systemAudit(gate, "token.signed", id, { token_id: tokenId, expires_at: expiresAt }),
      ]);
      return {
        token: signAdminToken(gate.keyring, { tokenId, expiresAt, isPresent: false }),
        expiresAt,
      };
    },
  }),
];
