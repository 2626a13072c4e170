import { CapstanError } from "../base/errors.ts";
import { isJsonObject, parseJson } from "../base/json.ts";
import type { Keyring } from "../base/keyring.ts";

/**
 * A short-lived stand-in for an admin's key: what is typed into a terminal or handed to a script is
 * worth nothing in a quarter of an hour. It is signed, not stored; revoking the key ends it too.
 */
type Claims = {
  readonly tokenId: string;
  readonly expiresAt: string;
  /** It makes the key's owner the admin as well: they have proven that they are present. */
  readonly isPresent: boolean;
};

/** How long a proof of presence makes a person the admin. */
export const PRESENCE_MS = 15 * 60_000;

const PREFIX = "capa_";

export function signAdminToken(keyring: Keyring, claims: Claims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${PREFIX}${text}.${keyring.sign("admin-token", text)}`;
}

/** What a token claims; undefined for one that is not of this kind, and an error for a forged one. */
export function readAdminToken(keyring: Keyring, token: string): Claims | undefined {
  if (!token.startsWith(PREFIX)) return undefined;
  const [text = "", signature = ""] = token.slice(PREFIX.length).split(".");
  if (!keyring.isSigned("admin-token", text, signature)) {
    throw new CapstanError("UNAUTHENTICATED", "This key is unknown or revoked.");
  }
  const claims = parseJson(Buffer.from(text, "base64url").toString());
  const { tokenId, expiresAt, isPresent } = isJsonObject(claims) ? claims : {};
  return { tokenId: String(tokenId), expiresAt: String(expiresAt), isPresent: isPresent === true };
}
