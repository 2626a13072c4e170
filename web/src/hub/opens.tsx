import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** A line that opens what is under it, and is seen to. */
export function Opens({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex cursor-pointer items-center gap-1.5 font-medium text-sm">
      <ChevronRight
        size={14}
        aria-hidden
        className="shrink-0 text-quiet transition-transform group-open:rotate-90"
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  );
}
