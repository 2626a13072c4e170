import { type Clock, timestamp } from "../base/clock.ts";
import { sha256 } from "../base/digest.ts";
import { CapstanError } from "../base/errors.ts";
import type { Keyring } from "../base/keyring.ts";
import type { People } from "../gate/people/people.ts";
import { isUsable } from "../gate/secrets/tokens.ts";
import type { Actor, Scope } from "../schema/actor.ts";
import type { TokenReader } from "../stores/readers/token-reader.ts";
import { readAdminToken } from "./admin-token.ts";

/** Who calls, and by which token. */
export type Caller = Actor & {
  readonly tokenId: string;
  /** By a short-lived token that was signed for the other one. */
  readonly signed: boolean;
  /** When that short-lived token ends; null for a key. */
  readonly signedUntil: string | null;
};

export type Authenticate = (headers: Headers) => Promise<Caller>;

type Options = {
  readonly tokens: TokenReader;
  readonly people: Pick<People, "find" | "see">;
  readonly keyring: Keyring;
  readonly clock: Clock;
};

/** Finds who a bearer token belongs to. Looking up by hash leaks nothing through timing. */
export function createAuthenticate({ tokens, people, keyring, clock }: Options): Authenticate {
  return async (headers) => {
    const [, text] = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
    if (text === undefined) {
      throw new CapstanError(
        "UNAUTHENTICATED",
        "Send your key: Authorization: Bearer <the key in the home's api-key file>.",
      );
    }
    const now = timestamp(clock.now());
    const claims = readAdminToken(keyring, text);
    const isLate = claims !== undefined && claims.expiresAt <= now;
    const found = claims ? await tokens.get(claims.tokenId) : await tokens.getByHash(sha256(text));
    if (!found || isLate || !isUsable(found, now)) {
      throw new CapstanError("UNAUTHENTICATED", "This key is unknown, expired or revoked.");
    }
    const { principalId: id, id: tokenId } = found;
    const principal = await people.find(id);
    if (principal?.state !== "active") {
      throw new CapstanError(
        "UNAUTHENTICATED",
        "The principal of this key is disabled. An admin can enable them again.",
      );
    }
    people.see(id, now);
    const scopes = claims?.isPresent ? withAdmin(found.scopes) : found.scopes;
    const signedUntil = claims?.expiresAt ?? null;
    return { id, scopes, tokenId, signed: claims !== undefined, signedUntil };
  };
}

function withAdmin(scopes: readonly Scope[]): Scope[] {
  return [...scopes.filter((scope) => scope !== "admin"), "admin"];
}

export function requireScope(actor: Actor, scope: Scope): void {
  if (actor.scopes.includes(scope)) return;
  throw new CapstanError("SCOPE_MISSING", `This needs a key with the scope "${scope}".`, {
    details: { scope },
  });
}
