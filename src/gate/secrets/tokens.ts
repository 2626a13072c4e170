import { randomBytes } from "node:crypto";
import { timestamp } from "../../base/clock.ts";
import { sha256 } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Actor, Scope, Token } from "../../schema/actor.ts";
import { systemAudit } from "../audit/system-audit.ts";
import type { Gate } from "../gate.ts";

type Tokens = Pick<Gate, "store" | "clock" | "newId">;

/** The actors of the first start; their keys are made and replaced in ways of their own. */
const RESERVED: ReadonlySet<string> = new Set(["owner", "admin", "system"]);

export function newKey(): string {
  return `cap_${randomBytes(32).toString("base64url")}`;
}

/** A new token for an actor. The key is shown to who asked and kept as a hash only. */
export async function createToken(
  gate: Tokens,
  wanted: { readonly name: string; readonly scopes: Scope[]; readonly expiresInS?: number },
  by: Actor,
): Promise<{ readonly token: Token; readonly key: string }> {
  if (RESERVED.has(wanted.name)) {
    throw new CapstanError("REQUEST_INVALID", `"name" is reserved: "${wanted.name}".`, {
      details: { field: "name" },
    });
  }
  const now = gate.clock.now();
  const key = newKey();
  const token: Token = {
    id: gate.newId("token"),
    actor: wanted.name,
    scopes: wanted.scopes,
    hash: sha256(key),
    createdAt: timestamp(now),
    expiresAt: wanted.expiresInS === undefined ? null : timestamp(now + wanted.expiresInS * 1_000),
    revokedAt: null,
  };
  const { id, actor, scopes, expiresAt } = token;
  await gate.store.journal.commit("token.add", [
    { type: "token.add", token },
    systemAudit(gate, "token.created", by.name, {
      token_id: id,
      name: actor,
      scopes,
      expires_at: expiresAt,
    }),
  ]);
  return { token, key };
}

export async function revokeToken(gate: Tokens, id: string, by: Actor): Promise<void> {
  const token = await gate.store.tokens.get(id);
  if (!token || token.revokedAt !== null) {
    throw new CapstanError("TOKEN_NOT_FOUND", `No key "${id}". List them with GET /v1/tokens.`);
  }
  await gate.store.journal.commit("token.revoke", [
    { type: "token.revoke", id, revokedAt: timestamp(gate.clock.now()) },
    systemAudit(gate, "token.revoked", by.name, { token_id: id, name: token.actor }),
  ]);
}

export function isUsable(token: Token, now: string): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}
