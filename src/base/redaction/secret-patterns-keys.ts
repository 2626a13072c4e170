import type { JsonValue } from "../json.ts";

/** A key that says what its value is. Whole names only: `max_tokens` and `secret_name` are none. */
const SECRET_KEY =
  /^(?:x[-_]?)?(?:pass[-_ .]?(?:word|wd|phrase)|(?:client[-_ .]?)?secret|api[-_ .]?key|(?:proxy[-_ .]?)?authorization|(?:auth|access|refresh)[-_ .]?token|private[-_ .]?key|(?:set[-_ .]?)?cookie)$/i;

/** A reference says which secret is meant, not what it is; `Bearer ${secret:NAME}` does, too. */
const REFERENCE_ONLY = /^(?:[A-Za-z]{1,16} )?\$\{secret:[A-Z][A-Z0-9_]{0,63}\}$/;

const SHORTEST_KEY = 6;

export function isSecretKey(key: string): boolean {
  return key.length >= SHORTEST_KEY && SECRET_KEY.test(key);
}

/** Whether there is something to hide: a flag, nothing at all and a reference give nothing away. */
export function isTelling(value: JsonValue): boolean {
  if (value === null || value === "" || typeof value === "boolean") return false;
  return typeof value !== "string" || !REFERENCE_ONLY.test(value);
}
