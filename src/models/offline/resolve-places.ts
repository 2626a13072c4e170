import type { Filling } from "./complete-calls.ts";
import { recogniseZones } from "./recognise/zones.ts";
import { splitWords } from "./words.ts";

/** "there" is the place of the step before; when that has none, the field stays open. */
export function resolvePlaces(
  steps: readonly Filling[],
  earlier: Filling | undefined,
): { readonly steps: readonly Filling[]; readonly open?: string } {
  let open: string | undefined;
  const resolved = steps.map(({ known, filled }, at) => ({
    known,
    filled: filled.flatMap((candidate) => {
      if (!candidate.before || candidate.value !== "there") return [candidate];
      const { field } = candidate;
      const place = placesOf(at > 0 ? steps[at - 1] : earlier).find(({ kind }) =>
        field.kinds.has(kind),
      );
      if (place) return [{ ...candidate, value: place.value, before: false }];
      open ??= field.name;
      return [];
    }),
  }));
  return { steps: resolved, ...(open !== undefined && { open }) };
}

function placesOf(step: Filling | undefined) {
  return (step?.filled ?? []).flatMap(({ value }) => {
    if (typeof value !== "string") return [];
    // The city of a zone: Asia/Tokyo.
    const text = value.slice(value.lastIndexOf("/") + 1).replaceAll("_", " ");
    return recogniseZones(text, splitWords(text));
  });
}
