import { Hand } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Answered, Approval } from "../api/approval.ts";
import { plural } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { ApprovalCard, type RunOptions } from "./approval-card.tsx";
import { ApprovalLine, fitsLine } from "./approval-line.tsx";
import { isTyping } from "./is-typing.ts";
import { useAnswer } from "./use-answer.ts";
import { useArmed } from "./use-armed.ts";
import { useReading } from "./use-reading.ts";

type ApprovalDeckProps = {
  readonly approvals: readonly Approval[];
  readonly canRemember: boolean;
  readonly region: RefObject<HTMLElement | null>;
  /** The key that brings the focus here, where there is one. */
  readonly focusKey?: string;
  readonly onAnswered?: (answered: readonly Answered[]) => void;
};

/**
 * The one place where calls are answered. It belongs to the app and lies outside of every message,
 * so that no text of a model or a tool can pass for it (A96). Its keys work only while it has focus.
 */
export function ApprovalDeck(props: ApprovalDeckProps) {
  const { approvals, canRemember, region, focusKey, onAnswered } = props;
  const [chosen, setChosen] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<"run" | "deny" | null>(null);
  const answer = useAnswer(onAnswered);
  const index = Math.max(
    0,
    approvals.findIndex(({ id }) => id === chosen),
  );
  const open = approvals[index];
  const armed = useArmed(open?.id ?? "");
  const reading = useReading(open?.id ?? "");
  if (!open) return null;
  // Together only what can be read in its line.
  const all = approvals.filter((approval) => approval.level === "user" && fitsLine(approval));
  const needsSecondThought = all.some(
    ({ risk_level }) => risk_level !== "LOW" && risk_level !== "MED",
  );

  const reply = (given: Parameters<typeof answer.mutate>[0]) => {
    setConfirming(null);
    // The pressed button is about to go; the keys stay with the region.
    region.current?.focus({ preventScroll: true });
    answer.mutate(given);
  };
  const run = (approval: Approval, options: RunOptions = {}) =>
    reply({ type: "run", approvals: [approval], ...options });
  const deny = (approval: Approval, reason = "") =>
    reply({ type: "deny", approvals: [approval], reason });

  const runAll = () => {
    if (needsSecondThought && confirming !== "run") setConfirming("run");
    else reply({ type: "run", approvals: all });
  };
  const denyAll = () => {
    if (confirming !== "deny") setConfirming("deny");
    else reply({ type: "deny", approvals, reason: "" });
  };

  function press(event: KeyboardEvent) {
    if (isTyping(event) || answer.isPending) return;
    const step =
      event.key === "ArrowDown" || event.key === "j"
        ? 1
        : event.key === "k" || event.key === "ArrowUp"
          ? -1
          : 0;
    if (step !== 0) {
      event.preventDefault();
      setChosen(approvals[(index + step + approvals.length) % approvals.length]?.id ?? null);
    } else if (armed && event.key === "r" && open && reading.isDone) run(open);
    else if (armed && event.key === "d" && open) deny(open);
    else if (armed && event.key === "R" && all.length > 1) runAll();
  }

  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Waiting for your answer"
      onKeyDown={press}
      className="own-region flex max-h-[min(36rem,65dvh)] flex-col overflow-y-auto bg-surface shadow-float outline-offset-[-2px]"
    >
      <header className="sticky -top-1 z-10 flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-2">
        <Hand size={16} aria-hidden className="text-accent" />
        <h2 className="font-semibold text-sm">
          {plural(approvals.length, "call")} {approvals.length === 1 ? "waits" : "wait"} for you
        </h2>
        {focusKey && <KeyHint isGlobal>{focusKey}</KeyHint>}
        <span className="flex-1" />
        {approvals.length > 1 && (
          <Button
            small
            look={confirming === "deny" ? "danger" : "plain"}
            disabled={answer.isPending || !armed}
            onClick={denyAll}
          >
            {confirming === "deny"
              ? `Really deny all ${approvals.length}?`
              : `Deny all ${approvals.length}`}
          </Button>
        )}
        {all.length > 1 && (
          <Button
            small
            look={confirming === "run" ? "primary" : "plain"}
            disabled={answer.isPending || !armed}
            onClick={runAll}
          >
            {confirming === "run" ? `Really run all ${all.length}?` : `Run these ${all.length}`}
            <KeyHint>⇧R</KeyHint>
          </Button>
        )}
      </header>
      <ul className="flex flex-col gap-1 p-2">
        {approvals.map((approval) => (
          <li key={approval.id}>
            {approval === open ? (
              <div className="rounded-lg border px-3 py-3">
                <ApprovalCard
                  approval={approval}
                  busy={answer.isPending}
                  canRemember={canRemember}
                  reading={reading}
                  onRun={(options) => run(approval, options)}
                  onDeny={(reason) => deny(approval, reason)}
                />
              </div>
            ) : (
              <ApprovalLine approval={approval} onOpen={() => setChosen(approval.id)} />
            )}
          </li>
        ))}
      </ul>
      {answer.error && (
        <div className="px-3 pb-3">
          <Failure error={answer.error} />
        </div>
      )}
    </section>
  );
}
