import { ChevronRight } from "lucide-react";
import type { Approval } from "../api/approval.ts";
import { cx } from "../base/cx.ts";
import { nameWords } from "../base/name-words.ts";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { useTool } from "./use-tool.ts";

type ApprovalLineProps = {
  readonly approval: Approval;
  readonly isOpen?: boolean;
  readonly onOpen: () => void;
};

const SHOWN = 160;

/** All of the input is in the line: who reads the line has read it. */
export function fitsLine({ inputs }: Approval): boolean {
  return JSON.stringify(inputs).length <= SHOWN;
}

/** A question that is not open: enough to tell it from the others, and no button that answers it. */
export function ApprovalLine({ approval, isOpen = false, onOpen }: ApprovalLineProps) {
  const { tool } = useTool(approval.tool_id);
  const name = tool?.name ?? approval.tool_id;
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-current={isOpen}
      className={cx(
        "flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover",
        isOpen && "bg-accent-soft",
      )}
    >
      <RiskTag level={approval.risk_level} />
      <span className="shrink-0 font-medium">
        <Plain text={nameWords(name)} />
      </span>
      <code
        className={cx(
          "min-w-0 flex-1 font-mono text-quiet text-xs",
          fitsLine(approval) ? "[overflow-wrap:anywhere]" : "truncate",
        )}
      >
        <Plain text={JSON.stringify(approval.inputs).slice(0, SHOWN)} />
      </code>
      <ChevronRight size={15} aria-hidden className="shrink-0 text-quiet" />
    </button>
  );
}
