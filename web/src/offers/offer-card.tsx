import { useCallback, useState } from "react";
import type { AccessScope } from "../api/approval.ts";
import type { OfferOption } from "../api/session.ts";
import { useArmed } from "../approvals/use-armed.ts";
import { Button } from "../ui/button.tsx";
import { ForeseenView } from "./foreseen-view.tsx";
import { isKnown, neededBy } from "./offer.ts";
import { StepFields } from "./step-fields.tsx";
import { isChanged, isMissing, readStep, type StepForm, type Texts } from "./step-form.ts";
import { StepHead } from "./step-head.tsx";
import { Unplaced } from "./unplaced.tsx";
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

const NO_TEXTS: Texts = new Map();

/**
 * One offer, whole: its calls, their fields, and what their approvals would show. Its button is Run
 * where a call would ask, so that nobody is asked twice.
 */
export function OfferCard(props: OfferCardProps) {
  const { sessionId, option, isOnly, forms, busy, onChoose } = props;
  const { steps, unplaced } = option;
  const [texts, setTexts] = useState<readonly Texts[]>(() => forms.map(({ start }) => start));
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [scopes, setScopes] = useState<ReadonlyMap<number, AccessScope>>(new Map());
  /** By step, what was shown of it when a person had read it to its end. */
  const [read, setRead] = useState<ReadonlyMap<number, string>>(new Map());
  const textsAt = (at: number): Texts => texts[at] ?? NO_TEXTS;
  const reads = forms.map((form, at) => readStep(form, textsAt(at)));
  const isPlan = steps.length > 1;

  const wanted = forms.map((form, at) => {
    const { step, tool } = form;
    const typed = reads[at];
    // What only reads is judged where it is all that the card does.
    const isJudged = isKnown(step) && (!isPlan || tool?.behaviour.read_only === false);
    if (!isJudged || isMissing(form, textsAt(at)) || !typed || !("value" in typed)) return null;
    return { toolId: step.tool_id, inputs: typed.value };
  });
  const foresights = useForeseen(sessionId, wanted);
  const shownAt = (at: number) => JSON.stringify(foresights[at]?.foreseen ?? null);
  const armed = useArmed(JSON.stringify(foresights.map(({ foreseen }) => foreseen ?? null)));
  const onRead = useCallback((at: number, shown: string, isRead: boolean) => {
    setRead((before) => new Map(before).set(at, isRead ? shown : ""));
  }, []);
  const asks = foresights.flatMap(({ foreseen }, at) =>
    foreseen?.effect === "ask" && foreseen.level && wanted[at]
      ? [{ at, foreseen, level: foreseen.level }]
      : [],
  );
  const isBlocked =
    busy ||
    !armed ||
    foresights.some(({ isOpen, foreseen }) => isOpen || foreseen?.effect === "deny") ||
    asks.some(({ at }) => read.get(at) !== shownAt(at));

  function submit() {
    const at = reads.findIndex((one) => "wrong" in one);
    const bad = reads[at];
    if (bad && "wrong" in bad) return setWrong({ at, ...bad });
    setWrong(null);
    const isEdited = forms.some((one, index) => isChanged(one, textsAt(index)));
    onChoose({
      option,
      ...(isEdited && { inputs: reads.flatMap((one) => ("value" in one ? [one.value] : [])) }),
      shown: asks.map(({ at: place, foreseen, level }) => ({
        question: { ...foreseen, level, tool_id: steps[place]?.tool_id ?? "" },
        access: scopes.get(place) ?? "once",
      })),
    });
  }

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
        {forms.map((form, at) => {
          const { foreseen, isOpen } = foresights[at] ?? {};
          const typed = wanted[at]?.inputs;
          return (
            <li key={form.step.id} className="flex flex-col gap-3">
              <StepHead
                form={form}
                place={isPlan ? `${at + 1}` : isOnly ? "" : option.value}
                needsAdmin={asks.some((one) => one.at === at && one.level === "admin")}
              />
              <StepFields
                form={form}
                steps={steps}
                texts={textsAt(at)}
                wrong={wrong?.at === at ? wrong : null}
                onChange={(next) => setTexts(texts.with(at, next))}
              />
              {foreseen && typed && (
                <ForeseenView
                  at={at}
                  foreseen={foreseen}
                  sessionId={sessionId}
                  isOpen={isOpen === true}
                  busy={busy}
                  typed={typed}
                  scope={scopes.get(at) ?? "once"}
                  onScope={(scope) => setScopes(new Map(scopes).set(at, scope))}
                  onRead={onRead}
                />
              )}
              {!isKnown(form.step) && !form.tool?.behaviour.read_only && (
                <p className="text-quiet text-xs">
                  {`If this needs your approval, you are asked once the result of step ${neededBy(form.step.inputs, steps).join(" and ")} is known.`}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      <Unplaced words={unplaced} />
      <div className="-mx-3 -mb-3 flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t bg-surface px-3 py-2 sm:sticky sm:bottom-0">
        <Button type="submit" look="primary" disabled={isBlocked}>
          {busy ? "Running…" : asks.length > 0 ? "Run" : "Do it"}
        </Button>
      </div>
    </form>
  );
}
