import type { Context } from "../api/skill.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { useFew } from "../ui/use-few.tsx";
import { Value } from "../value/value.tsx";
import { otherEvents } from "./turns-of.ts";

const STEP = 20;

export function ContextEvents({ events }: Pick<Context, "events">) {
  const [shown, more] = useFew(otherEvents(events), STEP);
  if (shown.length === 0) return <p className="text-quiet text-sm">None.</p>;
  return (
    <>
      <ul className="flex flex-col divide-y rounded-card border bg-surface shadow-card">
        {shown.map(({ id, type, turn, ts, agent_id, payload }) => (
          <li key={id} className="px-4 py-2">
            <Disclosure
              summaryClassName="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm hover:text-accent"
              summary={
                <>
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    <Plain text={type} />
                  </span>
                  {agent_id !== null && (
                    <span className="text-quiet text-xs">
                      from <Plain text={agent_id} />
                    </span>
                  )}
                  <span className="ml-auto text-quiet text-xs">
                    Turn {turn} · <Time at={ts} />
                  </span>
                </>
              }
            >
              {() => (
                <div className="mt-2">
                  <Value value={payload} />
                </div>
              )}
            </Disclosure>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
