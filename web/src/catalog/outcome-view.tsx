import { Link } from "@tanstack/react-router";
import type { Outcome } from "../api/tool.ts";
import { tellDuration } from "../base/tell-time.ts";
import { Plain } from "../ui/plain.tsx";
import { StateTag, shownState } from "../ui/state-tag.tsx";
import { Value } from "../value/value.tsx";

export function OutcomeView({ outcome }: { readonly outcome: Outcome }) {
  const { state, outputs, error, duration_ms, invocation_id, input_request } = outcome;
  const wasAsked = state === "input_required" && input_request?.kind === "approval";
  return (
    <section aria-label="Outcome" className="flex flex-col gap-2 rounded-lg border bg-paper p-3">
      <div className="flex items-center gap-2 text-quiet text-xs">
        <StateTag
          state={shownState({ state, error: error ?? null })}
          {...(wasAsked && { words: "Answered" })}
        />
        {!wasAsked && tellDuration(duration_ms)}
        <Link
          to="/audit/$id"
          params={{ id: invocation_id }}
          className="ml-auto underline underline-offset-2 hover:text-ink"
        >
          Its whole story
        </Link>
      </div>
      {error && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <code className="font-mono text-critical">{error.code}</code>{" "}
          <Plain text={error.message} />
        </p>
      )}
      {outputs !== undefined && <Value value={outputs} />}
      {input_request && !wasAsked && (
        <p className="text-sm">
          <Plain text={input_request.reason} />
        </p>
      )}
    </section>
  );
}
