import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { agentsQuery } from "../api/agent.ts";
import { sessionsQuery } from "../api/session.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { plural } from "../base/tell-amount.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { StateTag, shownState } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";

const LIMIT = 25;
const TYPING_MS = 200;

export function SessionsPage() {
  const [offset, setOffset] = useState(0);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), TYPING_MS);
  const { data, error, refetch } = useQuery({
    ...sessionsQuery(LIMIT, offset, search),
    refetchInterval: 10_000,
    placeholderData: keepPreviousData,
  });
  const { data: agents } = useQuery(agentsQuery());
  const agentName = (id: string) => agents?.items.find((agent) => agent.id === id)?.name ?? "agent";
  return (
    <Page title="Sessions" lead="Every conversation with an agent, newest first.">
      <SearchField
        label="Search titles"
        value={typed}
        maxLength={200}
        onChange={(next) => {
          setTyped(next);
          setOffset(0);
        }}
      />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={8} />}
      {data?.total === 0 && search !== "" && (
        <Empty icon={<MessagesSquare size={28} aria-hidden />} title="No session found">
          No title has “{showHidden(search)}” in it.
        </Empty>
      )}
      {data?.total === 0 && search === "" && (
        <Empty icon={<MessagesSquare size={28} aria-hidden />} title="No session yet">
          <Link to="/" className="text-accent underline underline-offset-2">
            Start the first one
          </Link>
        </Empty>
      )}
      {data && data.total > 0 && (
        <ul className="divide-y rounded-card border bg-surface shadow-card">
          {data.items.map(({ id, title, state, error, turn, agent_id, updated_at }) => (
            <li key={id}>
              <Link
                to="/sessions/$id"
                params={{ id }}
                className="flex items-center gap-4 px-4 py-3 outline-offset-[-2px] hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-sm">
                    {showHidden(title) || "New session"}
                  </span>
                  <span className="text-quiet text-xs">
                    {agentName(agent_id)} · {plural(turn, "turn")} · <Time at={updated_at} />
                  </span>
                </span>
                <StateTag state={shownState({ state, error })} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && <Pager offset={offset} limit={LIMIT} total={data.total} onMove={setOffset} />}
    </Page>
  );
}
