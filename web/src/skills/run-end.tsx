import { Link } from "@tanstack/react-router";
import type { Context } from "../api/skill.ts";
import { OutcomeView } from "../catalog/outcome-view.tsx";
import { LINK } from "../frame/lost-page.tsx";
import { Plain } from "../ui/plain.tsx";

/** What a run that is over ended with, and which files it left. */
export function RunEnd({ outcome, session_id }: Pick<Context, "outcome" | "session_id">) {
  if (!outcome) return null;
  const left = outcome.artifacts.map(({ path }) => path).join(", ");
  return (
    <>
      {left !== "" && session_id !== null && (
        <p className="text-sm [overflow-wrap:anywhere]">
          It left <Plain text={left} /> in{" "}
          <Link to="/sessions/$id" params={{ id: session_id }} className={LINK}>
            its session
          </Link>
          .
        </p>
      )}
      <OutcomeView outcome={outcome} />
    </>
  );
}
