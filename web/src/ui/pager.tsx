import { ChevronLeft, ChevronRight } from "lucide-react";
import { tellNumber } from "../base/tell-amount.ts";
import { Button } from "./button.tsx";

type PagerProps = {
  readonly offset: number;
  readonly limit: number;
  readonly total: number;
  readonly onMove: (offset: number) => void;
};

export function Pager({ offset, limit, total, onMove }: PagerProps) {
  if (total <= limit) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-quiet text-sm">
      <span>
        {tellNumber(offset + 1)}–{tellNumber(last)} of {tellNumber(total)}
      </span>
      <span className="flex gap-2">
        <Button
          small
          icon={<ChevronLeft size={14} aria-hidden />}
          disabled={offset === 0}
          onClick={() => onMove(Math.max(0, offset - limit))}
        >
          Newer
        </Button>
        <Button small disabled={last >= total} onClick={() => onMove(offset + limit)}>
          Older
          <ChevronRight size={14} aria-hidden />
        </Button>
      </span>
    </nav>
  );
}
