import { Link } from "@tanstack/react-router";
import type { Replay } from "../api/policy.ts";
import { plural } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { EffectTag } from "./effect-tag.tsx";

const SHOWN = 100;

export function ReplayView({ replay }: { readonly replay: Replay }) {
  const { decided, unchanged, gone, redacted, differing } = replay;
  return (
    <div role="status" className="flex flex-col gap-3 text-sm">
      <p>
        {plural(decided, "call")} decided again: {unchanged} the same, {differing.length} otherwise.
        {gone > 0 && ` ${plural(gone, "call")} of tools that are gone.`}
        {redacted > 0 && ` ${redacted} on inputs that the audit keeps in part.`}
      </p>
      {differing.length > 0 && (
        <ul className="divide-y rounded-lg border bg-paper">
          {differing.slice(0, SHOWN).map(({ invocation_id, tool_id, was, now, at, reason }) => (
            <li key={invocation_id} className="flex flex-wrap items-center gap-2 px-3 py-2">
              <EffectTag effect={was} />
              <span aria-hidden>→</span>
              <span className="sr-only">becomes</span>
              <EffectTag effect={now} />
              <Link
                to="/audit/$id"
                params={{ id: invocation_id }}
                className="min-w-0 truncate font-medium underline underline-offset-2"
              >
                <Plain text={tool_id} />
              </Link>
              <span className="min-w-0 flex-1 truncate text-quiet">
                <Plain text={reason} />
              </span>
              <Time at={at} className="text-quiet text-xs" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
