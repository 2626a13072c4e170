import { Package, X } from "lucide-react";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { OpenReadsTick } from "./open-reads-tick.tsx";
import type { PackChoice } from "./pack-choice.ts";

/** What is attached, where the message is written. */
export function PackChips({ packs }: { readonly packs: PackChoice }) {
  const { chosen, onRemove, openReads, isDraft } = packs;
  return (
    <>
      <ul aria-label="Attached packs" className="flex flex-wrap gap-1.5 px-1 pt-1">
        {chosen.map(({ id, name, changed }) => (
          <li
            key={id}
            className="flex h-7 max-w-full items-center gap-1.5 rounded-lg border bg-paper pr-0.5 pl-2 text-sm"
          >
            <Package size={14} aria-hidden className="shrink-0 text-accent" />
            <span className="min-w-0 max-w-48 truncate" title={id}>
              <Plain text={name} />
            </span>
            {changed && <Tag tone="med">Changed</Tag>}
            <button
              type="button"
              aria-label={`Detach ${name}`}
              title="Detach"
              onClick={() => onRemove(id)}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-quiet hover:bg-hover hover:text-ink"
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {isDraft && openReads && <OpenReadsTick openReads={openReads} />}
    </>
  );
}
