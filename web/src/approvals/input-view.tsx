import type { Json } from "../api/json.ts";
import { tellNumber } from "../base/tell-amount.ts";
import { FoldedContext } from "../ui/folded.ts";
import { Value } from "../value/value.tsx";
import type { Reading } from "./use-reading.ts";

type InputViewProps = { readonly inputs: Json; readonly reading: Reading };

/** What would run. Run is pressed by someone who has seen it to its end, or who says that they skip it. */
export function InputView({ inputs, reading }: InputViewProps) {
  const { folded, skips, isAtEnd, end, report, onSkip } = reading;
  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: nothing in it is filled in */}
      <div
        role="group"
        aria-label="Inputs"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-64 overflow-y-auto rounded-lg border bg-paper px-3 py-2"
      >
        <FoldedContext value={report}>
          <Value value={inputs} />
        </FoldedContext>
        <div ref={end} aria-hidden className="h-px" />
      </div>
      {!isAtEnd && (
        <p role="status" className="text-quiet text-xs">
          Scroll to the end of the input to run it.
        </p>
      )}
      {folded > 0 && (
        <label className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            className="mt-1 accent-accent"
            checked={skips}
            onChange={(event) => onSkip(event.target.checked)}
          />
          Run it without reading the {tellNumber(folded)} characters that are not shown
        </label>
      )}
    </div>
  );
}
