import { canonicalJson } from "../canonical-json.ts";
import { isJsonObject, type JsonObject } from "../json.ts";

/** Which stream was erased, how many records from its first on, and what was left of them. */
export type ErasureClaim = {
  readonly session_id: string;
  readonly records: number;
  readonly digest: string;
};

/** As a record states it. Versions before 0.2 did not sign it. */
export type StatedErasure = { readonly claim: ErasureClaim; readonly signature: string | null };

/** The text that is signed. Nothing else that the same key signs begins like this. */
export function erasureText({ session_id, records, digest }: ErasureClaim): string {
  return `capstan.erasure:${canonicalJson({ digest, records, session_id })}`;
}

/** The types of records in the system's stream that matter here: the last field of a body. */
const ERASURE = '"type":"session.erased"}';
const SIGNED_FROM_HERE = '"type":"erasures.signed"}';

/** After this record no erasure counts that is not signed itself. */
export function demandsSignatures(body: string): boolean {
  return body.endsWith(SIGNED_FROM_HERE);
}

/** Undefined for every record that is not exactly of this form. */
export function readErasure(body: string): StatedErasure | undefined {
  if (!body.endsWith(ERASURE)) return undefined;
  const data = dataOf(body);
  const { session_id, records, digest, signature = null, ...others } = data;
  const isClaim =
    typeof session_id === "string" &&
    session_id.startsWith("session_") &&
    typeof records === "number" &&
    typeof digest === "string" &&
    (signature === null || typeof signature === "string") &&
    Object.keys(others).length === 0;
  return isClaim ? { claim: { session_id, records, digest }, signature } : undefined;
}

function dataOf(body: string): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) && isJsonObject(value.data) ? value.data : {};
  } catch {
    return {};
  }
}
