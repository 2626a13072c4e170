import { createPrivateKey, createPublicKey, hash, randomBytes, sign } from "node:crypto";
import { CapstanError } from "../../../base/errors.ts";
import type { HubKey } from "../../../schema/hub.ts";
import type { HubSigner } from "../hub.ts";

const KEY = "ed25519:";
const SECRET = "ed25519-secret:";
const KEY_BYTES = 32;
// RFC 8410: what stands before the 32 bytes of an Ed25519 key.
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_BYTES = 12;
const FINGERPRINT_DIGITS = 40;

/** As a file or an environment variable holds it: `ed25519-secret:<base64url>`. */
export function newSecret(): string {
  return `${SECRET}${randomBytes(KEY_BYTES).toString("base64url")}`;
}

export function signerOf(secret: string): HubSigner {
  const text = secret.trim();
  const bytes = Buffer.from(text.slice(SECRET.length), "base64url");
  if (!text.startsWith(SECRET) || bytes.byteLength !== KEY_BYTES) {
    const message = `A signing key is written "${SECRET}" and 43 letters. This is none.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, bytes]),
    format: "der",
    type: "pkcs8",
  });
  const spki = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return {
    key: `${KEY}${spki.subarray(SPKI_BYTES).toString("base64url")}`,
    sign: (signed) => sign(null, Buffer.from(signed), privateKey).toString("base64"),
  };
}

/** For people to compare: ten groups of four digits of the key's digest. */
export function fingerprint(key: HubKey): string {
  const bytes = Buffer.from(key.slice(KEY.length), "base64url");
  const digits = hash("sha256", bytes, "hex").slice(0, FINGERPRINT_DIGITS);
  return (digits.match(/.{4}/g) ?? []).join(" ");
}
