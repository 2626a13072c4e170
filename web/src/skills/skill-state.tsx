import type { Skill } from "../api/skill.ts";
import type { Tool } from "../api/tool.ts";
import { RiskTag } from "../ui/risk-tag.tsx";
import { Tag } from "../ui/tag.tsx";

type SkillStateProps = { readonly skill: Skill; readonly tool: Tool | undefined };

/** Whether it runs, how far it is trusted, and what it may do at worst. */
export function SkillState({ skill, tool }: SkillStateProps) {
  const isOn = skill.problem === null && tool?.enabled !== false;
  return (
    <>
      <Tag tone={isOn ? "low" : "high"}>{isOn ? "Enabled" : "Does not run"}</Tag>
      {tool && <Tag>Trust: {tool.trust}</Tag>}
      {tool && <RiskTag level={tool.risk_level} />}
    </>
  );
}
