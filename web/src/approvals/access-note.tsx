import { FolderOpen } from "lucide-react";
import { useId } from "react";
import type { AccessScope, Approval } from "../api/approval.ts";
import { plural } from "../base/tell-amount.ts";
import { Plain } from "../ui/plain.tsx";

type AccessNoteProps = {
  readonly approval: Pick<Approval, "access" | "roots" | "session_id">;
  readonly scope: AccessScope;
  readonly disabled: boolean;
  readonly onScope: (scope: AccessScope) => void;
};

const CHOICES = [
  ["once", "for this call only"],
  ["session", "for this session"],
  ["always", "until I revoke it"],
] as const satisfies readonly (readonly [AccessScope, string])[];

/** What Run would open on this machine, what lies there, and for how long. */
export function AccessNote({ approval, scope, disabled, onScope }: AccessNoteProps) {
  const name = useId();
  const { access, roots = [], session_id } = approval;
  if (!access) return null;
  return (
    <div className="flex gap-2 rounded-lg bg-med-soft px-3 py-2 text-sm">
      <FolderOpen size={16} aria-hidden className="mt-0.5 shrink-0 text-med" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <strong className="font-semibold">Running this gives access to:</strong>
        <ul className="flex flex-col gap-1.5 [overflow-wrap:anywhere]">
          {access.paths.map(({ root, verbs }) => (
            <li key={root}>
              <code className="font-mono text-xs">
                <Plain text={root} />
              </code>{" "}
              {verbs.includes("write") ? "to read and to change" : "to read, not to change"}
              <Inside shown={roots.find((it) => it.root === root)} />
            </li>
          ))}
          {access.hosts.map((host) => (
            <li key={host}>
              the host{" "}
              <code className="font-mono text-xs">
                <Plain text={host} />
              </code>
            </li>
          ))}
        </ul>
        <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1" disabled={disabled}>
          <legend className="sr-only">How long it is open</legend>
          {CHOICES.filter(([value]) => value !== "session" || session_id !== null).map(
            ([value, words]) => (
              <label key={value} className="flex min-h-6 items-center gap-1.5">
                <input
                  type="radio"
                  name={name}
                  checked={scope === value}
                  onChange={() => onScope(value)}
                />
                {words}
              </label>
            ),
          )}
        </fieldset>
      </div>
    </div>
  );
}

type Shown = NonNullable<Approval["roots"]>[number];

function Inside({ shown }: { readonly shown: Shown | undefined }) {
  if (!shown) return null;
  const { entries, names } = shown;
  const more = entries - names.length;
  return (
    <span className="block text-quiet text-xs">
      {entries === 0 ? "It is empty." : `${plural(entries, "entry", "entries")}: `}
      <Plain text={names.join(", ")} />
      {more > 0 && ` and ${more} more`}
    </span>
  );
}
