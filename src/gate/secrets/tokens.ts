import { randomBytes } from "node:crypto";
import { timestamp } from "../../base/clock.ts";
import { sha256 } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Actor, Scope, Token } from "../../schema/actor.ts";
import type { Principal } from "../../schema/principal.ts";
import type { Change } from "../../stores/journal.ts";
import { systemAudit } from "../audit/system-audit.ts";
import type { Gate } from "../gate.ts";
import { newPrincipal, requirePrincipal } from "../people/principals.ts";

type Tokens = Pick<Gate, "store" | "clock" | "newId">;

type Wanted = {
  readonly scopes: Scope[];
  readonly expiresInS?: number;
  /** The id of whose it is, or the name of somebody new. */
  readonly of: { readonly id: string } | { readonly name: string };
};

export function newKey(): string {
  return `cap_${randomBytes(32).toString("base64url")}`;
}

/** A new token of a principal. The key is shown to who asked and kept as a hash only. */
export async function createToken(
  gate: Tokens,
  { scopes, expiresInS, of }: Wanted,
  by: Actor,
): Promise<{ readonly token: Token; readonly key: string; readonly principal: Principal }> {
  const { principal, changes } = await ownerOf(gate, of, scopes, by);
  const now = gate.clock.now();
  const key = newKey();
  const token: Token = {
    id: gate.newId("token"),
    principalId: principal.id,
    scopes,
    hash: sha256(key),
    createdAt: timestamp(now),
    expiresAt: expiresInS === undefined ? null : timestamp(now + expiresInS * 1_000),
    revokedAt: null,
  };
  const { id, expiresAt } = token;
  await gate.store.journal.commit("token.add", [
    ...changes,
    { type: "token.add", token },
    systemAudit(gate, "token.created", by.id, {
      token_id: id,
      principal_id: principal.id,
      name: principal.name,
      scopes,
      expires_at: expiresAt,
    }),
  ]);
  return { token, key, principal };
}

type Owner = { readonly principal: Principal; readonly changes: readonly Change[] };

async function ownerOf(
  gate: Tokens,
  of: Wanted["of"],
  scopes: readonly Scope[],
  by: Actor,
): Promise<Owner> {
  if ("name" in of) return newPrincipal(gate, { name: of.name, kind: kindFor(scopes) }, by);
  const principal = await requirePrincipal(gate, of.id);
  if (principal.state === "active") return { principal, changes: [] };
  const message = `"${principal.name}" is disabled. Enable it first: PATCH /v1/principals/${of.id}.`;
  throw new CapstanError("PRINCIPAL_DISABLED", message);
}

/** Who answers questions is a person; what only calls is taken for a program. */
function kindFor(scopes: readonly Scope[]): Principal["kind"] {
  return scopes.some((scope) => scope !== "invoke") ? "user" : "service";
}

export async function revokeToken(gate: Tokens, id: string, by: Actor): Promise<void> {
  const token = await gate.store.tokens.get(id);
  if (!token || token.revokedAt !== null) {
    throw new CapstanError("TOKEN_NOT_FOUND", `No key "${id}". List them with GET /v1/tokens.`);
  }
  const { principalId } = token;
  await gate.store.journal.commit("token.revoke", [
    { type: "token.revoke", id, revokedAt: timestamp(gate.clock.now()) },
    systemAudit(gate, "token.revoked", by.id, { token_id: id, principal_id: principalId }),
  ]);
}

export function isUsable(token: Token, now: string): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}
