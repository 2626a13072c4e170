import { CapstanError } from "../../base/errors.ts";

const FINGERPRINT = /^(?:[0-9a-f]{4} ){9}[0-9a-f]{4}$/;

/** What the program wrote, once it is known to be fingerprints. */
export function readTrustedPublishers(
  given: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  for (const [publisher, fingerprint] of Object.entries(given)) {
    if (FINGERPRINT.test(fingerprint)) continue;
    const message = `trustedPublishers: "${publisher}" has no fingerprint: ten groups of four digits, as "capstan hub publish" prints it.`;
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  return new Map(Object.entries(given));
}
