import { createPublicKey } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/code-point.ts";
import { createKeyring, isSignedBy, newMasterKey } from "./keyring.ts";

const keyring = createKeyring(newMasterKey());
const broken = expect.objectContaining({ code: "SEAL_BROKEN" });

describe("sealing", () => {
  test("X23: what was sealed opens again, and is not readable in between", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), fc.string(), (text, about) => {
        const sealed = keyring.seal(text, about);
        expect(keyring.open(sealed, about)).toBe(text);
        if (text.length > 8) expect(sealed).not.toContain(text);
      }),
    );
  });

  test("the same text is sealed differently each time", () => {
    expect(keyring.seal("same", "x")).not.toBe(keyring.seal("same", "x"));
  });

  test("any changed byte is found", () => {
    const sealed = keyring.seal("a secret", "inv_1");
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => keyring.open(`v1.${changed.toString("base64url")}`, "inv_1")).toThrow(broken);
    }
  });

  test.each(["", "v1.", "v2.abc", "nonsense", "v1.AAAA"])("%j does not open", (sealed) => {
    expect(() => keyring.open(sealed, "inv_1")).toThrow(broken);
  });

  test("it opens neither about something else nor under another key", () => {
    const sealed = keyring.seal("a secret", "inv_1");
    expect(() => keyring.open(sealed, "inv_2")).toThrow(broken);
    expect(() => createKeyring(newMasterKey()).open(sealed, "inv_1")).toThrow(broken);
  });
});

describe("signing", () => {
  test("a signature holds for its purpose and its text alone", () => {
    const signature = keyring.sign("resume", "a:1:2");
    expect(keyring.isSigned("resume", "a:1:2", signature)).toBe(true);
    expect(keyring.isSigned("resume", "a:1:3", signature)).toBe(false);
    expect(keyring.isSigned("admin", "a:1:2", signature)).toBe(false);
    expect(keyring.isSigned("resume", "a:1:2", "")).toBe(false);
    expect(createKeyring(newMasterKey()).isSigned("resume", "a:1:2", signature)).toBe(false);
  });

  test("a signer's public key verifies what it signed, the same after a restart", () => {
    const master = newMasterKey();
    const signer = createKeyring(master).signer("audit");
    const signature = signer.sign("a checkpoint");
    const { publicKey } = createKeyring(master).signer("audit");
    expect(createPublicKey(publicKey).asymmetricKeyType).toBe("ed25519");
    expect(isSignedBy(publicKey, "a checkpoint", signature)).toBe(true);
    expect(isSignedBy(publicKey, "another", signature)).toBe(false);
    expect(isSignedBy(publicKey, "a checkpoint", "AAAA")).toBe(false);
    expect(isSignedBy("no key", "a checkpoint", signature)).toBe(false);
  });
});
