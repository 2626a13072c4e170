import { Link } from "@tanstack/react-router";
import type { Answered } from "../api/approval.ts";
import { nameWords } from "../base/name-words.ts";
import { Plain } from "../ui/plain.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { useTool } from "./use-tool.ts";

const SHOWN = 3;

/** What became of the calls that were answered here a moment ago. */
export function AnsweredNotice({ answered }: { readonly answered: readonly Answered[] }) {
  return (
    <ul aria-live="polite" className="flex flex-col gap-2 empty:hidden">
      {answered.slice(-SHOWN).map((answer) => (
        <Line key={answer.approval.id} answer={answer} />
      ))}
    </ul>
  );
}

function Line({ answer: { approval, outcome } }: { readonly answer: Answered }) {
  const { tool } = useTool(approval.tool_id);
  const isAskedAnew = approval.state === "superseded";
  const state = isAskedAnew ? "superseded" : approval.state === "denied" ? "denied" : outcome.state;
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-lg border bg-surface px-3 py-2 text-sm">
      <StateTag state={state} {...(isAskedAnew && { words: "Asked anew" })} />
      <span className="min-w-0 flex-1 truncate font-medium">
        <Plain text={nameWords(tool?.name ?? approval.tool_id)} />
      </span>
      {outcome.error && (
        <span className="min-w-0 truncate text-quiet">
          <Plain text={outcome.error.message} />
        </span>
      )}
      <Link
        to="/audit/$id"
        params={{ id: approval.invocation_id }}
        className="text-accent underline underline-offset-2"
      >
        Its whole story
      </Link>
    </li>
  );
}
