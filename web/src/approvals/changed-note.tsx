import { History } from "lucide-react";
import type { Approval } from "../api/approval.ts";
import { Plain } from "../ui/plain.tsx";
import { BeforeAfter } from "../value/before-after.tsx";
import { DriftParts } from "../value/drift-parts.tsx";

const WORDS = new Map([
  ["tool", "another tool answers to this name"],
  ["definition", "the tool’s definition"],
  ["input", "the input"],
  ["access", "what it may touch"],
  ["session", "the session"],
]);

type ChangedNoteProps = {
  readonly approval: Pick<Approval, "changed" | "rewritten" | "edited" | "inputs" | "drift">;
};

/** What is different from what was asked for before, and who changed the input on its way here. */
export function ChangedNote({
  approval: { changed, rewritten, edited, inputs, drift },
}: ChangedNoteProps) {
  if (!changed?.length && !rewritten && !edited && !drift) return null;
  const asked = edited ? edited.inputs : inputs;
  return (
    <div className="flex gap-2 rounded-lg bg-med-soft px-3 py-2 text-sm">
      <History size={16} aria-hidden className="mt-0.5 shrink-0 text-med" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {changed && changed.length > 0 && (
          <p>
            <strong className="font-semibold">Changed since it was last asked:</strong>{" "}
            {changed.map((part) => WORDS.get(part) ?? part).join(", ")}. An earlier answer does not
            count.
          </p>
        )}
        {drift && (
          <>
            <p>
              <strong className="font-semibold">The tool says something else</strong> than when it
              was first met:
            </p>
            <DriftParts parts={drift.parts} />
          </>
        )}
        {rewritten && (
          <>
            <p>
              <strong className="font-semibold">The input was changed</strong> by{" "}
              <Plain text={rewritten.by.join(", ")} /> after the model wrote it:
            </p>
            <BeforeAfter before={rewritten.inputs} after={asked} />
          </>
        )}
        {edited && (
          <>
            <p>
              <strong className="font-semibold">
                <Plain text={edited.by.name} /> changed the input
              </strong>{" "}
              in the answer:
            </p>
            <BeforeAfter before={edited.inputs} after={inputs} />
          </>
        )}
      </div>
    </div>
  );
}
