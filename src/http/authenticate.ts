import { sha256 } from "../base/digest.ts";
import { CapstanError } from "../base/errors.ts";
import type { TokenReader } from "../ports/token-reader.ts";
import type { Actor, Scope } from "../schema/actor.ts";

export type Authenticate = (headers: Headers) => Promise<Actor>;

/** Finds who a bearer token belongs to. Looking up by hash leaks nothing through timing. */
export function createAuthenticate(tokens: TokenReader): Authenticate {
  return async (headers) => {
    const [, token] = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (token === undefined) {
      throw new CapstanError(
        "UNAUTHENTICATED",
        "Send a token: Authorization: Bearer <the key in the home's api-key file>.",
      );
    }
    const found = await tokens.getByHash(sha256(token));
    if (found) return { name: found.actor, scopes: found.scopes };
    throw new CapstanError("UNAUTHENTICATED", "This token is unknown or revoked.");
  };
}

export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.scopes.includes(scope)) return;
  throw new CapstanError("SCOPE_MISSING", `This needs a token with the scope "${scope}".`, {
    details: { scope },
  });
}
