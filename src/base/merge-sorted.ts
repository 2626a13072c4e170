import type { JsonObject } from "./json.ts";

/**
 * Two objects whose keys are in order as one whose keys are: an audit record is then written by one
 * JSON.stringify, in half the time. Keys of one are not keys of the other.
 */
export function mergeSorted(a: JsonObject, b: JsonObject): JsonObject {
  const [ofA, ofB] = [Object.keys(a), Object.keys(b)];
  const merged: JsonObject = {};
  let at = 0;
  for (const key of ofA) {
    for (let next = ofB[at]; next !== undefined && next < key; next = ofB[++at]) {
      merged[next] = b[next] ?? null;
    }
    merged[key] = a[key] ?? null;
  }
  for (const key of ofB.slice(at)) merged[key] = b[key] ?? null;
  return merged;
}
