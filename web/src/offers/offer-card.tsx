import { useCallback, useState } from "react";
import type { AccessScope } from "../api/approval.ts";
import type { OfferOption } from "../api/session.ts";
import type { Tool } from "../api/tool.ts";
import { AdminTag } from "../approvals/admin-tag.tsx";
import { Effects } from "../approvals/effects.tsx";
import { useArmed } from "../approvals/use-armed.ts";
import { nameWords } from "../base/name-words.ts";
import { Button } from "../ui/button.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { ForeseenView } from "./foreseen-view.tsx";
import { isKnown, neededBy } from "./offer.ts";
import { StepFields } from "./step-fields.tsx";
import { isChanged, isMissing, readStep, type StepForm, type Texts } from "./step-form.ts";
import type { Choice } from "./use-choose.ts";
import { useForeseen } from "./use-foreseen.ts";

type OfferCardProps = {
  readonly sessionId: string;
  readonly option: OfferOption;
  readonly isOnly: boolean;
  readonly forms: readonly StepForm[];
  readonly busy: boolean;
  readonly onChoose: (choice: Choice) => void;
};

type Wrong = { readonly at: number; readonly wrong: string; readonly message: string };

/**
 * One offer, whole: its calls, their fields, and what its approval would show. Its button is Run
 * where the call would ask, so that nobody is asked twice.
 */
export function OfferCard(props: OfferCardProps) {
  const { sessionId, option, isOnly, forms, busy, onChoose } = props;
  const { steps, unplaced } = option;
  const [texts, setTexts] = useState<readonly Texts[]>(() => forms.map(({ start }) => start));
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [scope, setScope] = useState<AccessScope>("once");
  const [read, setRead] = useState("");
  const textsAt = (at: number): Texts => texts[at] ?? new Map();

  const judged = judgedStep(forms);
  const form = forms[judged];
  const typed = form ? readStep(form, textsAt(judged)) : null;
  const canJudge = form && isKnown(form.step) && !isMissing(form, textsAt(judged));
  const wanted =
    canJudge && typed && "value" in typed
      ? { toolId: form.step.tool_id, inputs: typed.value }
      : null;
  const { foreseen, isOutdated } = useForeseen(sessionId, wanted);
  const shown = JSON.stringify(foreseen ?? null);
  const armed = useArmed(shown);
  const onRead = useCallback((isRead: boolean) => setRead(isRead ? shown : ""), [shown]);
  const asks = wanted && foreseen?.effect === "ask" ? foreseen : null;
  const isBlocked =
    busy || !armed || isOutdated || foreseen?.effect === "deny" || (asks && read !== shown);

  function submit() {
    const reads = forms.map((one, at) => readStep(one, textsAt(at)));
    const at = reads.findIndex((one) => "wrong" in one);
    const bad = reads[at];
    if (bad && "wrong" in bad) return setWrong({ at, ...bad });
    setWrong(null);
    const isEdited = forms.some((one, index) => isChanged(one, textsAt(index)));
    onChoose({
      option,
      ...(isEdited && { inputs: reads.flatMap((one) => ("value" in one ? [one.value] : [])) }),
      ...(asks?.level && {
        shown: { ...asks, level: asks.level, tool_id: form?.step.tool_id ?? "" },
        ...(asks.access && { access: scope }),
      }),
    });
  }

  const isPlan = steps.length > 1;
  return (
    <form
      aria-label={`Offer ${option.value}`}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) submit();
      }}
    >
      {isPlan && (
        <p className="text-quiet text-sm">
          {!isOnly && `${option.value}. `}
          {steps.length} steps, run in this order.
        </p>
      )}
      <ol className="flex flex-col gap-4">
        {forms.map((one, at) => (
          <li key={one.step.id} className="flex flex-col gap-3">
            <StepHead
              form={one}
              place={isPlan ? `${at + 1}` : isOnly ? "" : option.value}
              needsAdmin={isAdmin(at)}
            />
            <StepFields
              form={one}
              steps={steps}
              texts={textsAt(at)}
              wrong={wrong?.at === at ? wrong : null}
              onChange={(next) => setTexts(texts.map((before, i) => (i === at ? next : before)))}
            />
            {at === judged && foreseen && wanted && (
              <ForeseenView
                foreseen={foreseen}
                sessionId={sessionId}
                isOutdated={isOutdated}
                busy={busy}
                typed={wanted.inputs}
                scope={scope}
                onScope={setScope}
                onRead={onRead}
              />
            )}
            {!isKnown(one.step) && !one.tool?.behaviour.read_only && (
              <p className="text-quiet text-xs">
                {`If this needs your approval, you are asked once the result of step ${neededBy(one.step.inputs, steps).join(" and ")} is known.`}
              </p>
            )}
          </li>
        ))}
      </ol>
      {unplaced.length > 0 && (
        <p className="rounded-lg bg-med-soft px-3 py-2 text-sm [overflow-wrap:anywhere]">
          <span className="font-semibold">Not used:</span>{" "}
          {[...new Set(unplaced)].map((words, at) => (
            <span key={words}>
              {at > 0 && ", "}“<Plain text={words} />”
            </span>
          ))}
        </p>
      )}
      <div className="-mx-3 -mb-3 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-surface px-3 py-2 sm:sticky sm:bottom-0">
        <Button type="submit" look="primary" disabled={Boolean(isBlocked)}>
          {busy ? "Running…" : asks ? "Run" : "Do it"}
        </Button>
      </div>
    </form>
  );

  function isAdmin(at: number): boolean {
    return at === judged && asks?.level === "admin";
  }
}

type StepHeadProps = {
  readonly form: StepForm;
  /** The number in front of its name, where it has one. */
  readonly place: string;
  readonly needsAdmin: boolean;
};

function StepHead({ form: { step, tool }, place, needsAdmin }: StepHeadProps) {
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

/** The first step that changes something, or the first of all: the one that would ask. */
function judgedStep(forms: readonly StepForm[]): number {
  return Math.max(
    0,
    forms.findIndex(({ tool }) => tool?.behaviour.read_only === false),
  );
}
