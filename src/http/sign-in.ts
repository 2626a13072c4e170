import { randomBytes } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod";
import { timestamp } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import { Scope } from "../schema/actor.ts";
import { OWNER_ID, Person } from "../schema/principal.ts";
import { PRESENCE_MS, signAdminToken } from "./admin-token.ts";
import type { AppOptions } from "./app.ts";
import { type Caller, requireScope } from "./authenticate.ts";
import { parseOrThrow } from "./parse.ts";
import { readBody } from "./read-body.ts";
import type { Endpoint } from "./route.ts";
import { toWire } from "./wire.ts";

const CODE_LASTS_MS = 10 * 60_000;
const TOKEN_LASTS_MS = 12 * 3_600_000;
const MAX_CODES = 1_000;
const MAX_BODY_BYTES = 1_000;

export type SignIn = {
  /** A code that signs one browser in as this token's actor, once, within ten minutes. */
  newCode(caller: CodeOwner): string;
  redeem(code: string): CodeOwner | undefined;
};

/** Who a code signs in, and until when at most: a link prolongs nothing. */
type CodeOwner = {
  readonly tokenId: string;
  readonly signedUntil: string | null;
  /** The person is the admin as well: until then, or for 15 minutes after the sign-in. */
  readonly admin: { readonly until: string | null } | null;
};

/** In memory: a restart makes every link that was not used yet worthless. */
export function createSignIn(now: () => number): SignIn {
  const codes = new Map<string, CodeOwner & { readonly until: number }>();
  return {
    newCode({ tokenId, signedUntil, admin }) {
      const [oldest] = codes.keys();
      if (codes.size >= MAX_CODES && oldest !== undefined) codes.delete(oldest);
      const code = randomBytes(24).toString("base64url");
      codes.set(code, { tokenId, signedUntil, admin, until: now() + CODE_LASTS_MS });
      return code;
    },
    redeem(code) {
      const found = codes.get(code);
      codes.delete(code);
      return found && found.until > now() ? found : undefined;
    },
  };
}

const Body = z.strictObject({ code: z.string().min(1).max(200) });
const CodeBody = z.strictObject({
  /** The token of a proof of presence, or an admin's key: the owner's link makes them the admin too. */
  admin: z.string().min(1).max(2_000).optional(),
});
const CodeView = z.object({ code: z.string() });
const SignedInView = z.object({
  token: z.string(),
  expiresAt: z.string(),
  actor: Person,
  scopes: z.array(Scope),
  /** What makes the person the admin in this browser; null where the link proves no presence. */
  admin: z.object({ token: z.string(), expiresAt: z.string() }).nullable(),
});

export const signInEndpoints: readonly Endpoint[] = [
  {
    id: "createSignInCode",
    method: "POST",
    path: "/v1/sign-in/codes",
    summary: "A code that signs one browser in, once, within ten minutes.",
    scope: "invoke",
    body: CodeBody,
    example: {},
    status: 201,
    answer: CodeView,
  },
  {
    id: "signIn",
    method: "POST",
    path: "/v1/sign-in",
    summary: "A key for a browser, in exchange for such a code.",
    body: Body,
    example: { code: "pX3cV9…" },
    answer: SignedInView,
  },
];

/** Open: whoever has the link has it from this terminal. The tab keeps what it gets, no cookie does. */
export function signInRoutes(
  app: Hono,
  { engine: { gate }, signIn, tokens, authenticate }: AppOptions,
): void {
  app.post("/v1/sign-in/codes", async (c) => {
    const caller = await authenticate(c.req.raw.headers);
    requireScope(caller, "invoke");
    const body = (await readBody(c.req.raw, MAX_BODY_BYTES)) ?? {};
    const { admin: key } = parseOrThrow(CodeBody, body, "body");
    const admin = key === undefined ? caller : await authenticate(bearer(key));
    requireScope(admin, key === undefined ? "invoke" : "admin");
    const isOwner = (await tokens.getByPrincipal(OWNER_ID))?.id === caller.tokenId;
    const view = { code: signIn.newCode({ ...caller, admin: carriedOn(caller, admin, isOwner) }) };
    return Response.json(toWire(CodeView, view), { status: 201 });
  });
  app.post("/v1/sign-in", async (c) => {
    const { code } = parseOrThrow(Body, await readBody(c.req.raw, MAX_BODY_BYTES), "body");
    const owner = signIn.redeem(code);
    const token = owner && (await tokens.get(owner.tokenId));
    if (!owner || !token) {
      const message = "This link was used or is too old. The command “console” prints another one.";
      throw new CapstanError("UNAUTHENTICATED", message);
    }
    const { signedUntil, admin } = owner;
    const { principalId, scopes, id: tokenId } = token;
    const principal = await gate.people.find(principalId);
    if (principal?.state !== "active") {
      throw new CapstanError(
        "UNAUTHENTICATED",
        "The principal of this link is disabled. An admin can enable them again.",
      );
    }
    const lasting = (ms: number, end: string | null) => {
      const latest = timestamp(gate.clock.now() + ms);
      return end !== null && end < latest ? end : latest;
    };
    const expiresAt = lasting(TOKEN_LASTS_MS, signedUntil);
    const adminUntil = admin && lasting(PRESENCE_MS, admin.until);
    await gate.store.journal.commit("token.sign", [
      systemAudit(gate, "token.signed", principalId, {
        token_id: tokenId,
        expires_at: expiresAt,
        ...(adminUntil && { admin_until: adminUntil }),
      }),
    ]);
    const sign = (isPresent: boolean, until: string) =>
      signAdminToken(gate.keyring, { tokenId, expiresAt: until, isPresent });
    return Response.json(
      toWire(SignedInView, {
        token: sign(false, expiresAt),
        expiresAt,
        actor: gate.people.show(principalId),
        scopes,
        admin: adminUntil && { token: sign(true, adminUntil), expiresAt: adminUntil },
      }),
    );
  });
}

/** A link makes the owner or an admin the admin, and for no longer than who vouches for it is one. */
function carriedOn(caller: Caller, admin: Caller, isOwner: boolean): CodeOwner["admin"] {
  const isAdmin = admin.scopes.includes("admin") && (isOwner || caller.scopes.includes("admin"));
  return isAdmin ? { until: admin.signedUntil } : null;
}

function bearer(token: string): Headers {
  return new Headers({ authorization: `Bearer ${token}` });
}
