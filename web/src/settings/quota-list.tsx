import type { Quota } from "../api/settings.ts";
import { plural } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";
import { SettingCard } from "./setting-card.tsx";

/** How much of a tool each actor may use. */
export function QuotaList({ quotas }: { readonly quotas: readonly Quota[] }) {
  return (
    <SettingCard title="Quotas" settings={["quotas"]}>
      {quotas.length === 0 ? (
        <p className="text-quiet text-sm">
          None: everyone may call every tool as often as they want.
        </p>
      ) : (
        <ul className="divide-y text-sm">
          {quotas.map((quota) => (
            <li key={JSON.stringify(quota)} className="flex flex-wrap gap-x-3 gap-y-1 py-2">
              <code className="min-w-0 font-mono [overflow-wrap:anywhere]">
                <Plain text={quota.tool} />
              </code>
              <span className="text-quiet">
                {quota.actor === "*" ? "for everyone" : <Plain text={`for ${quota.actor}`} />}
              </span>
              <span>{limits(quota)}</span>
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}

function limits({ calls_per_minute, at_once, run_time_s }: Quota): string {
  return [
    calls_per_minute !== undefined && `${plural(calls_per_minute, "call")} a minute`,
    at_once !== undefined && `${at_once} at once`,
    run_time_s !== undefined && `${run_time_s} s for one call`,
  ]
    .filter(Boolean)
    .join(" · ");
}
