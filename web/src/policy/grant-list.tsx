import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { grantsQuery, revokeGrant } from "../api/grant.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";
import { useFew } from "../ui/use-few.tsx";

const TONES = { active: "low", suspended: "med", expired: "neutral" } as const;

/** What a remembered answer is good for. */
const MATCHES = { exact: "one input", tool: "any input", pack: "reads of its pack" } as const;

export function GrantList() {
  const { data, error } = useQuery(grantsQuery());
  const [shown, more] = useFew(data?.items ?? [], 30);
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: revokeGrant,
    onSettled: () => queries.invalidateQueries({ queryKey: ["grants"] }),
  });
  return (
    <Card aria-labelledby="grants" className="flex flex-col gap-3">
      <h2 id="grants" className="font-semibold">
        Remembered answers
      </h2>
      {error && <Failure error={error} />}
      {revoke.error && <Failure error={revoke.error} />}
      {data?.items.length === 0 && (
        <p className="text-quiet text-sm">
          None. “Run and remember” on an approval makes one; the profile strict never does.
        </p>
      )}
      {data && data.items.length > 0 && (
        <ul className="divide-y">
          {shown.map(({ id, tool_id, match, scope, state, created_by, created_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-2 py-2 text-sm">
              <Tag tone={TONES[state]}>{state}</Tag>
              <span className="min-w-0 truncate font-medium">
                <Plain text={tool_id} />
              </span>
              <span className="min-w-0 flex-1 text-quiet">
                {MATCHES[match]}, {scope === "session" ? "in one session" : "everywhere"} · by{" "}
                <Plain text={created_by.name} /> <Time at={created_at} />
              </span>
              <Button small disabled={revoke.isPending} onClick={() => revoke.mutate(id)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {more}
    </Card>
  );
}
