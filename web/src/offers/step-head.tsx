import type { Tool } from "../api/tool.ts";
import { AdminTag } from "../approvals/admin-tag.tsx";
import { Effects } from "../approvals/effects.tsx";
import { nameWords } from "../base/name-words.ts";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import type { StepForm } from "./step-form.ts";

type StepHeadProps = {
  readonly form: StepForm;
  /** The number in front of its name, where it has one. */
  readonly place: string;
  readonly needsAdmin: boolean;
};

/** Which tool a step calls, and what that reaches. */
export function StepHead({ form: { step, tool }, place, needsAdmin }: StepHeadProps) {
  return (
    <header className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold [overflow-wrap:anywhere]">
          {place !== "" && `${place}. `}
          <Plain text={titleOf(tool, step.tool_id)} />
        </h3>
        {tool && <RiskTag level={tool.risk_level} />}
        {needsAdmin && <AdminTag />}
      </div>
      {tool && (
        <p className="text-quiet text-sm [overflow-wrap:anywhere]">
          <Plain text={tool.description} />
        </p>
      )}
      {tool && !tool.behaviour.read_only && <Effects tags={tool.side_effect_tags} />}
    </header>
  );
}

function titleOf(tool: Tool | undefined, toolId: string): string {
  return nameWords(tool?.name ?? toolId.split(":").at(-1) ?? toolId);
}
