import type { AuditRecord } from "../api/audit.ts";
import { answerNote } from "../base/answer-note.ts";
import { tellDuration, tellExact } from "../base/tell-time.ts";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { Value } from "../value/value.tsx";
import { answerWords } from "./answer-words.ts";
import { auditWords } from "./audit-words.ts";
import { EnforcedBy } from "./enforced-by.tsx";

export function StoryStep({ record }: { readonly record: AuditRecord }) {
  const [Icon, words] = auditWords(record.type);
  return (
    <li className="relative">
      <span className="absolute top-0 -left-[2.3rem] flex size-6 items-center justify-center rounded-full border-2 bg-paper text-accent">
        <Icon size={13} aria-hidden />
      </span>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-medium">{words}</h2>
        <Time at={record.ts} className="text-quiet text-xs" />
        <span className="text-quiet text-xs">{tellExact(record.ts)}</span>
      </div>
      <p className="mt-1 text-sm [overflow-wrap:anywhere]">
        <Plain text={sentence(record)} />
      </p>
      <EnforcedBy data={record.data} />
      <details className="mt-1 text-sm">
        <summary className="w-fit text-quiet text-xs hover:text-ink">
          Record #{record.sequence}
        </summary>
        <div className="mt-2 rounded-lg border bg-surface p-3">
          {!record.erased && <Value value={record.data} />}
          <p className="mt-2 font-mono text-quiet text-xs [overflow-wrap:anywhere]">
            {record.stream} · {record.hash}
          </p>
        </div>
      </details>
    </li>
  );
}

/** What a record says, as a person would. */
function sentence(record: AuditRecord): string {
  const { type, actor, data, erased } = record;
  if (erased) return "Erased with its session; the chain still holds.";
  const text = (key: string) => String(data[key] ?? "");
  const decided = data.rule
    ? ` Rule “${text("rule")}” of profile ${text("profile")} decided: ${text("effect")}.`
    : "";
  const note = answerNote(data.answer) && ` ${answerNote(data.answer)}`;
  const took =
    typeof data.duration_ms === "number" ? ` after ${tellDuration(data.duration_ms)}` : "";
  const error = data.error_code ? ` with ${text("error_code")}` : "";
  switch (type) {
    case "approval.requested":
      return `For ${actor.name}.${decided} It needs ${data.level === "admin" ? "an admin" : "a person"}.`;
    case "approval.answered":
      return answerWords(record);
    case "invocation.started":
      return `For ${actor.name}, attempt ${text("attempt") || "1"}.${decided}${note}`;
    case "invocation.ended":
      return `It came to ${text("state")}${took}${error}.${decided}${note}`;
    case "policy.violated":
      return `${text("reason") || "It was not allowed."}${decided}${note}`;
    default:
      return `By ${actor.name}.`;
  }
}
