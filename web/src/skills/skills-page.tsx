import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Workflow } from "lucide-react";
import { type Skill, skillsQuery } from "../api/skill.ts";
import { type Tool, toolsQuery } from "../api/tool.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { SourceTabs } from "../catalog/source-tabs.tsx";
import { AddLink } from "../ui/add-link.tsx";
import { Description } from "../ui/description.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { effectsWords, modeWords } from "./contract-words.ts";
import { SkillState } from "./skill-state.tsx";
import { slugOf, toolOf } from "./tool-of.ts";

export function SkillsPage() {
  const { data, error, refetch } = useQuery(skillsQuery());
  const { data: tools } = useQuery(toolsQuery());
  return (
    <Page
      title="Skills"
      lead="Folders of code that run in turns. A skill may ask you for more, pause, hand over to another skill, and go on later; its contract says what it may do, and it is held to that."
      actions={<AddLink />}
    >
      <SourceTabs />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data?.total === 0 && (
        <Empty icon={<Workflow size={28} aria-hidden />} title="No skill yet">
          Add a folder that has a skill.
        </Empty>
      )}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {data?.items.map((skill) => (
          <li key={skill.capability_id}>
            <SkillTile skill={skill} tool={toolOf(tools?.items, slugOf(skill))} />
          </li>
        ))}
      </ul>
      {data && data.total > data.items.length && (
        <p className="text-center text-quiet text-sm">
          {tellNumber(data.total - data.items.length)} more: search for them in the catalog.
        </p>
      )}
    </Page>
  );
}

type SkillTileProps = { readonly skill: Skill; readonly tool: Tool | undefined };

function SkillTile({ skill, tool }: SkillTileProps) {
  const { name, version, description, contract, warnings } = skill;
  return (
    <Link
      to="/skills/$name"
      params={{ name: slugOf(skill) }}
      className="flex h-full flex-col gap-3 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
    >
      <span className="flex items-start gap-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
          <Workflow size={18} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <Plain text={name} />
          </span>
          <span className="block truncate text-quiet text-xs">
            <Plain text={version} />
          </span>
        </span>
      </span>
      <Description text={description} />
      {contract && (
        <span className="text-quiet text-xs [overflow-wrap:anywhere]">
          {modeWords(contract)} · <Plain text={effectsWords(contract)} />
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2">
        <SkillState skill={skill} tool={tool} />
        {warnings.length > 0 && <Tag tone="med">{plural(warnings.length, "warning")}</Tag>}
      </span>
    </Link>
  );
}
