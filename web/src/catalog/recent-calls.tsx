import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { auditQuery, endOf } from "../api/audit.ts";
import { StateTag } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";

const SHOWN = 30;
const LISTED = 6;

type RecentCallsProps = {
  readonly toolId: string;
  /** Only those that were made in it. */
  readonly sessionId?: string | undefined;
};

export function RecentCalls({ toolId, sessionId }: RecentCallsProps) {
  const { data } = useQuery(auditQuery({ tool_id: toolId, session_id: sessionId, limit: SHOWN }));
  const ended = (data?.items ?? []).filter(({ type }) => type === "invocation.ended");
  if (!data) return <div className="skeleton h-8" />;
  if (ended.length === 0) return <p className="text-quiet text-sm">Nobody has called it yet.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {ended.slice(0, LISTED).map((record) => (
        <li key={record.id}>
          <Link
            to="/audit/$id"
            params={{ id: record.invocation_id ?? "" }}
            className="flex items-center gap-2 rounded-md px-1 py-1 text-sm hover:bg-hover"
          >
            <StateTag state={endOf(record)} />
            <span className="min-w-0 flex-1 truncate text-quiet">{record.actor.name}</span>
            <Time at={record.ts} className="text-quiet text-xs" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
