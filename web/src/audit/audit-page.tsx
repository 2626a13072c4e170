import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ScrollText } from "lucide-react";
import { useMemo, useState } from "react";
import { auditQuery } from "../api/audit.ts";
import { toolsQuery } from "../api/tool.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { AuditRow } from "./audit-row.tsx";
import { AUDIT_TYPES, auditWords, CHANGES, typesOf } from "./audit-words.ts";
import { ChainState } from "./chain-state.tsx";
import { ExportButton } from "./export-button.tsx";

const LIMIT = 50;
const HOUR_MS = 3_600_000;

export function AuditPage() {
  const { session, tool, type = "", hours } = useSearch({ from: "/audit" });
  const navigate = useNavigate({ from: "/audit" });
  const [offset, setOffset] = useState(0);
  // Once for each choice: a moment that moves would be another query with every render.
  const since = useMemo(
    () => (hours ? new Date(Date.now() - hours * HOUR_MS).toISOString() : undefined),
    [hours],
  );
  const { data, error, refetch } = useQuery(
    auditQuery({
      session_id: session,
      tool_id: tool,
      type: typesOf(type),
      since,
      limit: LIMIT,
      offset,
    }),
  );
  const { data: tools } = useQuery(toolsQuery());
  const items = data?.items ?? [];

  function filter(change: {
    session?: undefined;
    tool?: string | undefined;
    type?: string | undefined;
    hours?: number | undefined;
  }) {
    setOffset(0);
    const kept = { session, tool, type, hours, ...change };
    navigate({
      search: {
        ...(kept.session && { session: kept.session }),
        ...(kept.tool && { tool: kept.tool }),
        ...(kept.type && { type: kept.type }),
        ...(kept.hours && { hours: kept.hours }),
      },
      replace: true,
    });
  }

  return (
    <Page
      title="Audit"
      lead="Every call, refusal, question and answer, in chains of hashes that are signed every few seconds."
      actions={<ExportButton />}
    >
      <ChainState />
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label="Tool"
          value={tool ?? ""}
          options={[
            ["", "Any tool"],
            ...(tools?.items ?? []).map(({ tool_id }) => [tool_id, tool_id] as const),
          ]}
          onChange={(next) => filter({ tool: next || undefined })}
        />
        <Choice
          label="When"
          value={String(hours ?? "")}
          options={[
            ["", "Any time"],
            ["1", "Last hour"],
            ["24", "Last day"],
            ["168", "Last week"],
          ]}
          onChange={(next) => filter({ hours: next ? Number(next) : undefined })}
        />
        <Choice
          label="What"
          value={type}
          options={[
            ["", "Everything"],
            [CHANGES, "Changes to rules, agents, tools, keys"],
            ...AUDIT_TYPES.map((it) => [it, auditWords(it)[1]] as const),
          ]}
          onChange={(next) => filter({ type: next || undefined })}
        />
        {session && (
          <Button onClick={() => filter({ session: undefined })}>One session only: show all</Button>
        )}
      </div>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={8} />}
      {data && items.length === 0 && (
        <Empty icon={<ScrollText size={28} aria-hidden />} title="No records found" />
      )}
      {items.length > 0 && (
        <ol className="divide-y rounded-card border bg-surface shadow-card">
          {items.map((record) => (
            <AuditRow key={record.id} record={record} />
          ))}
        </ol>
      )}
      {data && <Pager offset={offset} limit={LIMIT} total={data.total} onMove={setOffset} />}
    </Page>
  );
}
