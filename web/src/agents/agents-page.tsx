import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bot, Plus } from "lucide-react";
import { agentsQuery } from "../api/agent.ts";
import { plural } from "../base/tell-amount.ts";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { useFew } from "../ui/use-few.tsx";
import { entryId } from "./entry.ts";

export function AgentsPage() {
  const { data, error, refetch } = useQuery(agentsQuery());
  const [shown, more] = useFew(data?.items ?? []);
  return (
    <Page
      title="Agents"
      lead="A system prompt, a model and capabilities in order. An agent works only in sessions."
      actions={
        <Link
          to="/agents/$id"
          params={{ id: "new" }}
          className="inline-flex h-9 items-center gap-2 rounded-lg bg-accent px-3 font-medium text-on-accent text-sm hover:bg-accent-strong"
        >
          <Plus size={15} aria-hidden />
          New agent
        </Link>
      }
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data?.total === 0 && <Empty icon={<Bot size={28} aria-hidden />} title="No agents" />}
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {shown.map(({ id, name, system_prompt, capabilities, model }) => (
          <li key={id}>
            <Link
              to="/agents/$id"
              params={{ id }}
              className="flex h-full flex-col gap-2 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
            >
              <span className="flex items-center gap-3">
                <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent">
                  <Bot size={18} aria-hidden />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">
                    <Plain text={name} />
                  </span>
                  <span className="block text-quiet text-xs">
                    {plural(capabilities.length, "capability", "capabilities")}
                    {model && ` · ${model}`}
                  </span>
                </span>
              </span>
              <span className="line-clamp-2 text-quiet text-sm">
                <Plain text={system_prompt || "No system prompt."} />
              </span>
              <span className="truncate font-mono text-quiet text-xs">
                <Plain text={capabilities.map(entryId).join(", ")} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </Page>
  );
}
