import { useId } from "react";
import type { OpenReads } from "./use-open-reads.ts";

export function OpenReadsTick({
  openReads: { isOn, onChange },
}: {
  readonly openReads: OpenReads;
}) {
  const about = useId();
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-lg bg-accent-soft px-3 py-2 text-sm">
      <input
        type="checkbox"
        className="mt-1 accent-accent"
        aria-label="Open packs that I attach for reading"
        aria-describedby={about}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="min-w-0 flex-1">
        Open packs that I attach for reading
        <span id={about} className="block text-quiet text-xs">
          The model reads their docs and files, and gets their tools, in this session without
          asking. Calls of these tools and of programs still ask. Detaching takes it back.
        </span>
      </span>
    </label>
  );
}
