import { isObject } from "../api/json.ts";
import type { Context } from "../api/skill.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Plain } from "../ui/plain.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";
import { useFew } from "../ui/use-few.tsx";
import { Value } from "../value/value.tsx";
import { type ShownTurn, turnsOf } from "./turns-of.ts";

const STEP = 20;

export function ContextTurns({ events }: Pick<Context, "events">) {
  const [shown, more] = useFew(turnsOf(events), STEP);
  if (shown.length === 0) {
    return <p className="text-quiet text-sm">No turn is kept: its contract says how much is.</p>;
  }
  return (
    <>
      <ol className="flex flex-col divide-y rounded-card border bg-surface shadow-card">
        {shown.map((turn) => (
          <li key={turn.id} className="flex flex-col gap-2 px-4 py-3">
            <Turn turn={turn} />
          </li>
        ))}
      </ol>
      {more}
    </>
  );
}

function Turn({ turn }: { readonly turn: ShownTurn }) {
  const { at, reason, inputs } = turn;
  const isGiven = isObject(inputs) && Object.keys(inputs).length > 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium">Turn {turn.turn}</span>
        <Ended {...turn} />
        <span className="text-quiet text-xs">
          <Plain text={versionsOf(turn)} />
        </span>
        <Time at={at} className="ml-auto text-quiet text-xs" />
      </div>
      {reason && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <Plain text={reason} />
        </p>
      )}
      {isGiven && (
        <Disclosure
          summary="What it was given"
          summaryClassName="w-fit text-quiet text-xs underline underline-offset-2 hover:text-ink"
        >
          {() => (
            <div className="mt-2">
              <Value value={inputs} />
            </div>
          )}
        </Disclosure>
      )}
    </>
  );
}

/** What it made of the context, and which release of the skill did it. */
function versionsOf({ version, skillVersion }: ShownTurn): string {
  return [
    ...(version === null ? [] : [`version ${version}`]),
    ...(skillVersion === null ? [] : [`skill ${skillVersion}`]),
  ].join(" · ");
}

/** A turn that asked or handed over is over: nothing of it waits any more. */
function Ended({ state, isPassedOn }: ShownTurn) {
  if (isPassedOn) return <Tag tone="accent">Passed an answer on</Tag>;
  if (state === "input_required") return <Tag tone="med">Asked</Tag>;
  if (state === "delegating") return <Tag tone="accent">Handed over</Tag>;
  return <StateTag state={state ?? "in_progress"} />;
}
