import { useQuery } from "@tanstack/react-query";
import { auditQuery } from "../api/audit.ts";
import { nameWords } from "../base/name-words.ts";
import { Card } from "../ui/card.tsx";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";

const READ = 200;
const LISTED = 10;

/** Tools that say something else of themselves than before: answers remembered for them are void. */
export function ChangedTools({ serverId }: { readonly serverId: string }) {
  const { data } = useQuery(auditQuery({ type: "tool.changed", limit: READ }));
  const changed = (data?.items ?? []).filter((record) =>
    String(record.data.tool_id).startsWith(`mcp:${serverId}:`),
  );
  if (changed.length === 0) return null;
  return (
    <section aria-labelledby="changed" className="flex flex-col gap-3">
      <h2 id="changed" className="font-semibold">
        Tools that changed
      </h2>
      <Card>
        <ul className="flex flex-col gap-1 text-sm">
          {changed.slice(0, LISTED).map(({ id, ts, data: { tool_id, from, to } }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium">
                <Plain text={nameWords(String(tool_id).split(":").slice(2).join(":"))} />
              </span>
              <code className="font-mono text-quiet text-xs">
                {short(from)} → {short(to)}
              </code>
              <Time at={ts} className="text-quiet text-xs" />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function short(digest: unknown): string {
  return `${String(digest).slice(0, 15)}…`;
}
