import { useEffect } from "react";
import type { AccessScope, Foreseen } from "../api/approval.ts";
import { isObject, type Json, type JsonObject } from "../api/json.ts";
import { AccessNote } from "../approvals/access-note.tsx";
import { DryRunView } from "../approvals/dry-run-view.tsx";
import { InputView } from "../approvals/input-view.tsx";
import { useReading } from "../approvals/use-reading.ts";
import { WhyAsked } from "../approvals/why-asked.tsx";
import { cx } from "../base/cx.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { Plain } from "../ui/plain.tsx";

type ForeseenViewProps = {
  /** The place of its step. */
  readonly at: number;
  readonly foreseen: Foreseen;
  readonly sessionId: string;
  readonly isOpen: boolean;
  readonly busy: boolean;
  /** The inputs as the fields hold them. */
  readonly typed: Json;
  readonly scope: AccessScope;
  readonly onScope: (scope: AccessScope) => void;
  /** Tells what was shown, and whether it was read to its end. */
  readonly onRead: (at: number, shown: string, isRead: boolean) => void;
};

/** What the approval of the call would show, with the parts of its card. */
export function ForeseenView(props: ForeseenViewProps) {
  const { at, foreseen, sessionId, isOpen, busy, typed, scope, onScope, onRead } = props;
  const { effect, reason, inputs, access, preview } = foreseen;
  const shown = JSON.stringify(foreseen);
  if (effect === "allow") return null;
  if (effect === "deny") {
    return (
      <p role="status" className="rounded-lg bg-critical-soft px-3 py-2 text-critical text-sm">
        This is not allowed. <Plain text={reason} />
      </p>
    );
  }
  return (
    <div className={cx("flex flex-col gap-3", isOpen && "opacity-60")}>
      {access && (
        <AccessNote
          approval={{ access, session_id: sessionId }}
          scope={scope}
          disabled={busy}
          onScope={onScope}
        />
      )}
      {isInForm(inputs, typed) ? (
        <AllSeen at={at} shown={shown} onRead={onRead} />
      ) : (
        <ToRead key={shown} at={at} shown={shown} inputs={inputs} onRead={onRead} />
      )}
      <DryRunView preview={preview} />
      <WhyAsked reason={reason} />
    </div>
  );
}

type SeenProps = Pick<ForeseenViewProps, "at" | "onRead"> & { readonly shown: string };

function AllSeen({ at, shown, onRead }: SeenProps) {
  useEffect(() => onRead(at, shown, true), [at, shown, onRead]);
  return null;
}

/** A field scrolls, and hides what the gate changed: such inputs are shown as an approval shows them. */
function ToRead({ at, shown, inputs, onRead }: SeenProps & { readonly inputs: Json }) {
  const reading = useReading("inputs");
  const { isDone } = reading;
  useEffect(() => onRead(at, shown, isDone), [at, shown, isDone, onRead]);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium text-sm">What would run</p>
      <InputView inputs={inputs} reading={reading} />
    </div>
  );
}

/** Of a field on a phone, in characters. */
const FITS = 40;

/** The fields show all of the inputs: nothing in them is long, hidden, or other than typed. */
function isInForm(inputs: Json, typed: Json): boolean {
  if (!isObject(inputs) || !isObject(typed) || sorted(inputs) !== sorted(typed)) return false;
  return Object.values(inputs).every((value) =>
    fits(typeof value === "string" ? value : (JSON.stringify(value) ?? "")),
  );
}

function fits(text: string): boolean {
  return text.length <= FITS && !/[\n\t]/.test(text) && showHidden(text) === text;
}

function sorted(value: JsonObject): string {
  return JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
