import { ChevronRight } from "lucide-react";
import type { Approval } from "../api/approval.ts";
import { nameWords } from "../base/name-words.ts";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { useTool } from "./use-tool.ts";

type ApprovalLineProps = { readonly approval: Approval; readonly onOpen: () => void };

const SHOWN = 160;

/** A question that is not open: enough to tell it from the others, and no button that answers it. */
export function ApprovalLine({ approval, onOpen }: ApprovalLineProps) {
  const { tool } = useTool(approval.tool_id);
  const name = tool?.name ?? approval.tool_id;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover"
    >
      <RiskTag level={approval.risk_level} />
      <span className="shrink-0 font-medium">
        <Plain text={nameWords(name)} />
      </span>
      <code className="min-w-0 flex-1 truncate font-mono text-quiet text-xs">
        <Plain text={JSON.stringify(approval.inputs).slice(0, SHOWN)} />
      </code>
      <ChevronRight size={15} aria-hidden className="shrink-0 text-quiet" />
    </button>
  );
}
