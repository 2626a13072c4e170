import type { Context } from "../api/skill.ts";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { useFew } from "../ui/use-few.tsx";
import { Value } from "../value/value.tsx";

const STEP = 20;

export function ContextFacts({ facts }: Pick<Context, "facts">) {
  const [shown, more] = useFew(facts, STEP);
  if (shown.length === 0) return <p className="text-quiet text-sm">It remembers none.</p>;
  return (
    <>
      <ul className="flex flex-col divide-y rounded-card border bg-surface shadow-card">
        {shown.map(({ bucket, key, value, ts, expires_at }) => (
          <li key={`${bucket}\n${key}`} className="flex min-w-0 flex-col gap-1 px-4 py-3">
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
              <span className="font-mono text-xs [overflow-wrap:anywhere]">
                <Plain text={`${bucket} / ${key}`} />
              </span>
              <span className="ml-auto text-quiet text-xs">
                <Time at={ts} />
                {expires_at !== null && (
                  <>
                    {" · expires "}
                    <Time at={expires_at} />
                  </>
                )}
              </span>
            </div>
            <Value value={value} />
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
