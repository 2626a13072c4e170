import type { Overview } from "../api/overview.ts";
import { plural } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";

const SHOWN = 12;

export function ToolBars({ tools }: { readonly tools: Overview["tools"] }) {
  if (tools.length === 0) return <p className="text-quiet text-sm">No tool has been called yet.</p>;
  const most = Math.max(...tools.map(({ calls }) => calls));
  return (
    <ul className="flex flex-col gap-2">
      {tools.slice(0, SHOWN).map(({ tool_id, calls, failed }) => (
        <li
          key={tool_id}
          className="grid grid-cols-1 items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[minmax(0,16rem)_1fr_9rem]"
        >
          <span className="truncate font-mono text-xs" title={tool_id}>
            <Plain text={tool_id} />
          </span>
          <span aria-hidden className="flex h-3 overflow-hidden rounded-full bg-sunken">
            <span className="bg-accent" style={{ width: `${((calls - failed) / most) * 100}%` }} />
            <span className="bg-critical" style={{ width: `${(failed / most) * 100}%` }} />
          </span>
          <span className="text-quiet text-xs tabular-nums">
            {plural(calls, "call")}
            {failed > 0 && <span className="text-critical"> · {failed} failed</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
