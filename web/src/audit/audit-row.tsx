import { Link } from "@tanstack/react-router";
import type { AuditRecord } from "../api/audit.ts";
import { answerNote } from "../base/answer-note.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Plain } from "../ui/plain.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";
import { Value } from "../value/value.tsx";
import { auditWords } from "./audit-words.ts";

type AuditRowProps = { readonly record: AuditRecord };

export function AuditRow({ record }: AuditRowProps) {
  return (
    <li>
      <Disclosure
        summaryClassName="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm outline-offset-[-2px] hover:bg-hover"
        summary={<Line record={record} />}
      >
        {() => <Details record={record} />}
      </Disclosure>
    </li>
  );
}

function Line({ record: { type, tool_id, data, actor, ts } }: AuditRowProps) {
  const [Icon, words] = auditWords(type);
  const note = answerNote(data.answer);
  return (
    <>
      <Icon size={15} aria-hidden className="shrink-0 text-quiet" />
      <span className="font-medium">{words}</span>
      <span className="min-w-0 flex-1 basis-32 truncate text-quiet">
        {tool_id && <Plain text={tool_id} />}
        {note !== "" && <Plain text={` ${note}`} />}
      </span>
      {typeof data.state === "string" && <StateTag state={data.state} />}
      <span className="text-quiet text-xs">
        <Plain text={actor.name} /> · <Time at={ts} />
      </span>
    </>
  );
}

function Details({ record }: AuditRowProps) {
  const { data, invocation_id, stream, sequence, hash, erased } = record;
  return (
    <div className="flex flex-col gap-3 border-t bg-paper px-4 py-3">
      {erased ? (
        <p className="text-quiet text-sm">Erased with its session; the chain still holds.</p>
      ) : (
        <Value value={data} />
      )}
      <p className="font-mono text-quiet text-xs [overflow-wrap:anywhere]">
        {stream} #{sequence} · {hash}
      </p>
      {invocation_id && (
        <Link
          to="/audit/$id"
          params={{ id: invocation_id }}
          className="w-fit text-accent text-sm underline underline-offset-2"
        >
          The whole story of this call
        </Link>
      )}
    </div>
  );
}
