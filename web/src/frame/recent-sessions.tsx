import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sessionsQuery } from "../api/session.ts";
import { showHidden } from "../base/hidden-characters.ts";

const SHOWN = 12;

export function RecentSessions() {
  const { data } = useQuery({ ...sessionsQuery(SHOWN), refetchInterval: 10_000 });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="recent" className="flex min-h-0 flex-col gap-1">
      <h2 id="recent" className="px-2 font-medium text-quiet text-xs">
        Recent sessions
      </h2>
      <ul className="flex min-h-0 flex-col gap-0.5 overflow-y-auto">
        {data.items.map(({ id, title, state }) => (
          <li key={id}>
            <Link
              to="/sessions/$id"
              params={{ id }}
              className="flex h-8 items-center gap-2 rounded-lg px-2 text-quiet text-sm hover:bg-hover hover:text-ink"
              activeProps={{ className: "bg-hover !text-ink" }}
            >
              <span className="min-w-0 flex-1 truncate">{showHidden(title) || "New session"}</span>
              {state === "input_required" && (
                <span className="size-2 shrink-0 rounded-full bg-med" title="Waits for you">
                  <span className="sr-only">waits for you</span>
                </span>
              )}
              {state === "in_progress" && (
                <span
                  className="size-2 shrink-0 animate-pulse rounded-full bg-accent"
                  title="Working"
                >
                  <span className="sr-only">working</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
