import type { Json } from "../api/json.ts";
import { Value } from "../value/value.tsx";

/** What a call would do, in the words of its own dry run. */
export function DryRunView({ preview }: { readonly preview: Json | undefined }) {
  if (preview === undefined) return null;
  return (
    <details open className="rounded-lg border px-3 py-2">
      <summary className="font-medium text-sm">What a dry run says it would do</summary>
      {/* biome-ignore lint/a11y/useSemanticElements: nothing in it is filled in */}
      <div
        role="group"
        aria-label="Dry run"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-2 max-h-64 overflow-y-auto"
      >
        <Value value={preview} />
      </div>
    </details>
  );
}
