import { verify } from "node:crypto";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import { type HubKey, HubSignature } from "../../../schema/hub.ts";
import type { HubSigner } from "../hub.ts";

/** What a signature is about: one for an index is none for a version. */
export type Signed = "index" | "version" | "rotation" | "acceptance";

// RFC 8410: what stands before the 32 bytes of an Ed25519 key.
const SPKI = Buffer.from("302a300506032b6570032100", "hex");

/** The object with its signature, over everything else in it. */
export function withSignature<T extends JsonObject>(what: Signed, body: T, signer: HubSigner) {
  const value = signer.sign(signedText(what, body));
  return { ...body, signature: { key: signer.key, value } };
}

/** The key that signed the object. HUB_SIGNATURE_WRONG where it did not. */
export function requireSignature(what: Signed, object: JsonObject, named: string): HubKey {
  const { signature, ...body } = object;
  const read = HubSignature.safeParse(signature);
  if (!read.success) {
    throw new CapstanError(
      "HUB_SIGNATURE_WRONG",
      `${named} has no signature, or none that is one.`,
    );
  }
  const { key, value } = read.data;
  if (!isSigned(signedText(what, body), key, value)) {
    const message = `${named} does not fit its signature: it was changed after it was signed.`;
    throw new CapstanError("HUB_SIGNATURE_WRONG", message);
  }
  return key;
}

function signedText(what: Signed, body: JsonObject): string {
  return `capstan-hub:${what}\n${canonicalJson(body)}`;
}

function isSigned(text: string, key: HubKey, value: string): boolean {
  const raw = Buffer.from(key.slice("ed25519:".length), "base64url");
  const publicKey = { key: Buffer.concat([SPKI, raw]), format: "der", type: "spki" } as const;
  try {
    return verify(null, Buffer.from(text), publicKey, Buffer.from(value, "base64"));
  } catch {
    return false;
  }
}
