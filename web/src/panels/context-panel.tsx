import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { isMissing } from "../api/problem-error.ts";
import type { Session } from "../api/session.ts";
import { type Usage, usageQuery } from "../api/usage.ts";
import { tellCost, tellNumber } from "../base/tell-amount.ts";
import { tellExact } from "../base/tell-time.ts";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";

export function ContextPanel({ session }: { readonly session: Session }) {
  const { data, error } = useQuery(usageQuery(session.id));
  return (
    <div className="flex flex-col gap-6">
      {data ? (
        <Figures usage={data} />
      ) : isMissing(error) ? (
        <Empty icon={<Gauge size={24} aria-hidden />} title="No figures">
          This server does not count tokens yet.
        </Empty>
      ) : error ? (
        <Failure error={error} />
      ) : (
        <Loading rows={3} />
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name="Session" value={session.id} mono />
        <Fact name="Mode" value={session.mode} />
        <Fact name="Profile" value={session.profile} />
        <Fact name="Opened" value={tellExact(session.created_at)} />
      </dl>
    </div>
  );
}

type FactProps = { readonly name: string; readonly value: string; readonly mono?: boolean };

function Fact({ name, value, mono = false }: FactProps) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className={mono ? "font-mono text-xs leading-5 [overflow-wrap:anywhere]" : ""}>
        {value}
      </dd>
    </>
  );
}

function Figures({ usage }: { readonly usage: Usage }) {
  const { context } = usage;
  const parts = [
    ["System prompt", context.prompt_tokens, "bg-accent"],
    ["Tools", context.tool_tokens, "bg-med"],
    ["History", context.history_tokens, "bg-low"],
  ] as const;
  const sum = parts.reduce((total, [, tokens]) => total + tokens, 0);
  return (
    <div className="flex flex-col gap-4">
      <section aria-labelledby="sent">
        <h2 id="sent" className="mb-2 font-medium text-sm">
          Sent with the next request: {tellNumber(sum)} tokens
        </h2>
        <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
          {parts.map(([name, tokens, colour]) => (
            <span
              key={name}
              className={colour}
              style={{ width: `${sum === 0 ? 0 : (tokens / sum) * 100}%` }}
            />
          ))}
        </div>
        <dl className="mt-2 grid grid-cols-[auto_auto_1fr] gap-x-2 gap-y-1 text-sm">
          {parts.map(([name, tokens, colour]) => (
            <div key={name} className="contents">
              <span aria-hidden className={`mt-1.5 size-2 rounded-full ${colour}`} />
              <dt className="text-quiet">{name}</dt>
              <dd className="text-right tabular-nums">{tellNumber(tokens)}</dd>
            </div>
          ))}
        </dl>
        {context.deferred_tokens > 0 && (
          <p className="mt-2 text-quiet text-xs">
            {tellNumber(context.deferred_tokens)} tokens of tools are not sent: the model finds them
            with search_tools.
          </p>
        )}
      </section>
      <section aria-labelledby="so-far">
        <h2 id="so-far" className="mb-2 font-medium text-sm">
          So far
        </h2>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm [&>dd]:text-right [&>dd]:tabular-nums [&>dt]:text-quiet">
          <dt>Input tokens</dt>
          <dd>{tellNumber(usage.input_tokens)}</dd>
          <dt>Output tokens</dt>
          <dd>{tellNumber(usage.output_tokens)}</dd>
          {typeof usage.cost === "number" && (
            <>
              <dt>Cost, by your prices</dt>
              <dd>{tellCost(usage.cost)}</dd>
            </>
          )}
          <dt>Turns</dt>
          <dd>{tellNumber(usage.turns)}</dd>
          <dt>Model calls</dt>
          <dd>{tellNumber(usage.model_calls)}</dd>
        </dl>
      </section>
    </div>
  );
}
