import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { CONTEXT_PAGE, contextsQuery } from "../api/skill.ts";
import { plural } from "../base/tell-amount.ts";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Pager } from "../ui/pager.tsx";
import { Plain } from "../ui/plain.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";

/** The runs of a skill that are one's own, page by page. */
export function ContextList({ skill }: { readonly skill: string }) {
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery(contextsQuery(skill, offset));
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={2} />;
  if (data.total === 0) return <p className="text-quiet text-sm">You have not run it yet.</p>;
  return (
    <>
      <ul className="flex flex-col divide-y rounded-card border bg-surface shadow-card">
        {data.items.map(({ id, state, turn, updated_at }) => (
          <li key={id}>
            <Link
              to="/contexts/$id"
              params={{ id }}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm hover:bg-hover"
            >
              <StateTag state={state} />
              <span className="min-w-0 flex-1 truncate font-mono text-xs">
                <Plain text={id} />
              </span>
              <span className="text-quiet text-xs">
                {plural(turn, "turn")} · <Time at={updated_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Pager offset={offset} limit={CONTEXT_PAGE} total={data.total} onMove={setOffset} />
    </>
  );
}
