import type { JsonObject } from "../../base/json.ts";
import { type Rewriter, rewrite } from "../../base/redaction/redactor-walk.ts";

const OPENING = "${secret:";
const REFERENCE = /\$\{secret:([A-Z][A-Z0-9_]{0,63})\}/g;

/** Puts values in the place of references. What a value holds is never read as a reference. */
export function fillText(text: string, resolve: (name: string) => string): string {
  if (!text.includes(OPENING)) return text;
  return text.replace(REFERENCE, (_, name: string) => resolve(name));
}

/** The same in every value, but in no key. The very same object when nothing refers to a secret. */
export function fillDeep(inputs: JsonObject, resolve: (name: string) => string): JsonObject {
  const filler: Rewriter = {
    text: (text) => fillText(text, resolve),
    number: (value) => value,
    key: (key) => key,
    member: () => undefined,
    tooDeep: (value) => value,
  };
  return rewrite(inputs, filler) as JsonObject;
}

export function refersToSecrets(inputs: JsonObject): boolean {
  return JSON.stringify(inputs).includes(OPENING);
}
