import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type AuditRecord, auditQuery, endOf } from "../api/audit.ts";
import { member } from "../api/json.ts";
import { nameWords } from "../base/name-words.ts";
import { Plain } from "../ui/plain.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";

type PackCallsProps = { readonly packId: string; readonly toolNames: readonly string[] };

const SHARED = ["open_docs", "read_file", "enable_tools", "exec_best_effort"].map(
  (name) => `builtin:capability_packs:${name}`,
);
const READ = 60;
const LISTED = 8;
const MOST_TOOLS = 8;

/** The last calls that opened, read, enabled or ran something of this pack. */
export function PackCalls({ packId, toolNames }: PackCallsProps) {
  const own = toolNames.slice(0, MOST_TOOLS).map((name) => `pack:${packId}:${name}`);
  const calls = useQueries({
    queries: [...SHARED, ...own].map((tool_id) => auditQuery({ tool_id, limit: READ })),
    combine: (answers) => ({
      isPending: answers.some(({ isPending }) => isPending),
      items: callsOf(
        answers.flatMap(({ data }) => data?.items ?? []),
        packId,
      ),
    }),
  });
  if (calls.isPending) return <div className="skeleton h-8" />;
  if (calls.items.length === 0)
    return <p className="text-quiet text-sm">Nobody has used it yet.</p>;
  return (
    <ul className="flex flex-col gap-1">
      {calls.items.slice(0, LISTED).map((record) => (
        <li key={record.id}>
          <Link
            to="/audit/$id"
            params={{ id: record.invocation_id ?? "" }}
            className="flex items-center gap-2 rounded-md px-1 py-1 text-sm hover:bg-hover"
          >
            <StateTag state={endOf(record)} />
            <span className="min-w-0 flex-1 truncate">
              <Plain text={nameWords(record.tool_id?.split(":").at(-1) ?? "")} />
            </span>
            <Time at={record.ts} className="text-quiet text-xs" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What has ended, newest first. A call of a shared tool says in its inputs which pack it is of. */
function callsOf(records: readonly AuditRecord[], packId: string): readonly AuditRecord[] {
  const ofPack = new Set(
    records
      .filter(
        ({ tool_id, data }) =>
          tool_id?.startsWith(`pack:${packId}:`) ||
          member(member(data, "inputs"), "pack_id") === packId,
      )
      .map(({ invocation_id }) => invocation_id),
  );
  return records
    .filter(({ type, invocation_id }) => type === "invocation.ended" && ofPack.has(invocation_id))
    .toSorted((a, b) => b.ts.localeCompare(a.ts));
}
