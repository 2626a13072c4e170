import { Plain } from "../ui/plain.tsx";

/** Words of the request that found no place: the call does without them. */
export function Unplaced({ words }: { readonly words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <p className="rounded-lg bg-med-soft px-3 py-2 text-sm [overflow-wrap:anywhere]">
      <span className="font-semibold">Not used:</span>{" "}
      {[...new Set(words)].map((one, at) => (
        <span key={one}>
          {at > 0 && ", "}“<Plain text={one} />”
        </span>
      ))}
    </p>
  );
}
