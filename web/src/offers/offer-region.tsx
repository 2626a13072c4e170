import { useQuery } from "@tanstack/react-query";
import { ChevronRight, ListChecks } from "lucide-react";
import { type RefObject, useState } from "react";
import type { OfferOption, Session } from "../api/session.ts";
import { toolsQuery } from "../api/tool.ts";
import { KeyHint } from "../ui/key-hint.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { OfferCard } from "./offer-card.tsx";
import { stepForm } from "./step-form.ts";
import type { Choice } from "./use-choose.ts";

type OfferRegionProps = {
  readonly session: Session;
  readonly options: readonly OfferOption[];
  readonly busy: boolean;
  readonly region: RefObject<HTMLElement | null>;
  readonly onChoose: (choice: Choice) => void;
};

/** The cards of an offer. Like the approvals, it lies outside of every message (A96). */
export function OfferRegion({ session, options, busy, region, onChoose }: OfferRegionProps) {
  const [chosen, setChosen] = useState(options[0]?.value);
  const { data: tools } = useQuery(toolsQuery());
  if (!tools) return null;
  const toolOf = (id: string) => tools.items.find(({ tool_id }) => tool_id === id);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Offered to you"
      className="own-region flex max-h-[min(36rem,65dvh)] flex-col overflow-y-auto bg-surface shadow-float outline-offset-[-2px]"
    >
      <header className="sticky -top-1 z-10 flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-2">
        <ListChecks size={16} aria-hidden className="text-accent" />
        <h2 className="font-semibold text-sm">
          {options.length === 1 ? "Check this, then run it" : "Choose what runs"}
        </h2>
        <KeyHint isGlobal>Alt A</KeyHint>
        <p className="text-quiet text-xs">Or write something else below.</p>
      </header>
      <ol className="flex flex-col gap-1 p-2">
        {options.map((option) => (
          <li key={option.value}>
            {option.value === chosen ? (
              <div className="rounded-lg border px-3 py-3">
                <OfferCard
                  sessionId={session.id}
                  option={option}
                  isOnly={options.length === 1}
                  forms={option.steps.map((step) => stepForm(step, toolOf(step.tool_id)))}
                  busy={busy}
                  onChoose={onChoose}
                />
              </div>
            ) : (
              <button
                type="button"
                disabled={busy}
                onClick={() => setChosen(option.value)}
                className="flex w-full items-center gap-2 rounded-lg px-3 py-2 text-left text-sm hover:bg-hover"
              >
                <span className="text-quiet tabular-nums">{option.value}.</span>
                <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
                  <Plain text={option.label} />
                </span>
                <Risk steps={option.steps.map(({ tool_id }) => toolOf(tool_id))} />
                <ChevronRight size={15} aria-hidden className="shrink-0 text-quiet" />
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const RISING = ["LOW", "MED", "HIGH", "CRITICAL"] as const;

function Risk({ steps }: { readonly steps: readonly ReturnType<typeof stepForm>["tool"][] }) {
  const gravest = RISING.findLast((level) => steps.some((tool) => tool?.risk_level === level));
  return gravest ? <RiskTag level={gravest} /> : null;
}
