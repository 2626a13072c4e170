import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type AgentDraft, type AgentPreview as Preview, previewQuery } from "../api/agent.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { useFew } from "../ui/use-few.tsx";

type AgentPreviewProps = { readonly draft: AgentDraft; readonly isSaved: boolean };

const TYPING_MS = 250;
const NOTHING: Preview = { system_prompt: "", tools: [], warnings: [], estimated_tokens: 0 };

/** What is on the page, composed by the server as it would be for a model. */
export function AgentPreview({ draft, isSaved }: AgentPreviewProps) {
  const settled = useDebounced(JSON.stringify({ ...draft, name: "draft" }), TYPING_MS);
  const { data, error } = useQuery({
    ...previewQuery(JSON.parse(settled) as AgentDraft),
    placeholderData: keepPreviousData,
  });
  const preview = data ?? NOTHING;
  const [shown, more] = useFew(preview.tools);
  return (
    <Card aria-labelledby="preview" className="flex flex-col gap-4 lg:sticky lg:top-6">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="preview" className="font-semibold">
          Preview: what a model is sent
        </h2>
        <span className="text-quiet text-xs">
          about {tellNumber(preview.estimated_tokens)} tokens
          {!isSaved && " · not saved"}
        </span>
      </header>
      {error && <Failure error={error} />}
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
      <section aria-label="System prompt">
        <h3 className="mb-1 font-medium text-quiet text-xs">System prompt</h3>
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
