import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { previewQuery } from "../api/agent.ts";
import { capabilitiesQuery } from "../api/capability.ts";
import { toolsQuery } from "../api/tool.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { Card } from "../ui/card.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { useFew } from "../ui/use-few.tsx";
import { draftPreview } from "./draft-preview.ts";
import type { Entry } from "./entry.ts";

type AgentPreviewProps = {
  readonly agentId: string | undefined;
  readonly isChanged: boolean;
  readonly prompt: string;
  readonly entries: readonly Entry[];
};

export function AgentPreview({ agentId, isChanged, prompt, entries }: AgentPreviewProps) {
  const { data: capabilities } = useQuery(capabilitiesQuery());
  const { data: tools } = useQuery(toolsQuery());
  const { data: stored } = useQuery({
    ...previewQuery(agentId ?? ""),
    enabled: agentId !== undefined && !isChanged,
  });
  const draft = useMemo(
    () => draftPreview(prompt, entries, capabilities?.items ?? [], tools?.items ?? []),
    [prompt, entries, capabilities, tools],
  );
  const isDraft = isChanged || !stored;
  const preview = isDraft ? draft : stored;
  const [shown, more] = useFew(preview.tools);
  return (
    <Card aria-labelledby="preview" className="flex flex-col gap-4 lg:sticky lg:top-6">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="preview" className="font-semibold">
          What a model would be sent
        </h2>
        <span className="text-quiet text-xs">
          about {tellNumber(preview.estimated_tokens)} tokens
          {isDraft && agentId !== undefined && " · not saved"}
        </span>
      </header>
      {preview.warnings.length > 0 && (
        <ul className="flex flex-col gap-1 rounded-lg bg-med-soft px-3 py-2 text-sm">
          {preview.warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <TriangleAlert size={15} aria-hidden className="mt-0.5 shrink-0 text-med" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Plain text={warning} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <section aria-label="Prompt">
        <h3 className="mb-1 font-medium text-quiet text-xs">Prompt</h3>
        {preview.system_prompt ? (
          <LongText
            text={preview.system_prompt}
            lines={22}
            characters={3_000}
            className="rounded-lg bg-sunken p-3 !text-xs !leading-5"
          />
        ) : (
          <p className="text-quiet text-sm">Empty.</p>
        )}
      </section>
      <section aria-label="Tools">
        <h3 className="mb-1 font-medium text-quiet text-xs">
          {plural(preview.tools.length, "tool")}
        </h3>
        <ul className="flex max-h-96 flex-col gap-1 overflow-y-auto">
          {shown.map(({ tool_id, wire_name, description, risk_level }) => (
            <li key={tool_id} className="flex items-center gap-2 text-sm">
              <code className="shrink-0 font-mono">
                <Plain text={wire_name} />
              </code>
              <span className="min-w-0 flex-1 truncate text-quiet">
                <Plain text={description} />
              </span>
              <RiskTag level={risk_level} />
            </li>
          ))}
          {more}
        </ul>
      </section>
    </Card>
  );
}
