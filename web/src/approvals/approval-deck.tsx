import { Hand } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import type { Approval, Remember } from "../api/approval.ts";
import { plural } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { ApprovalLine } from "./approval-line.tsx";
import { isTyping } from "./is-typing.ts";
import { useAnswer } from "./use-answer.ts";
import { useArmed } from "./use-armed.ts";

type ApprovalDeckProps = {
  readonly approvals: readonly Approval[];
  readonly canRemember: boolean;
  readonly region: RefObject<HTMLElement | null>;
};

/**
 * The one place where calls are answered. It belongs to the app and lies outside of every message,
 * so that no text of a model or a tool can pass for it (A96). Its keys work only while it has focus.
 */
export function ApprovalDeck({ approvals, canRemember, region }: ApprovalDeckProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const answer = useAnswer();
  const index = Math.max(
    0,
    approvals.findIndex(({ id }) => id === chosen),
  );
  const open = approvals[index];
  const armed = useArmed(open?.id ?? "");
  if (!open) return null;
  const all = approvals.filter(({ level }) => level === "user");
  const needsSecondThought = all.some(
    ({ risk_level }) => risk_level !== "LOW" && risk_level !== "MED",
  );

  const reply = (type: "run" | "deny", which: readonly Approval[], remember?: Remember) => {
    setConfirming(false);
    // The pressed button is about to go; the keys stay with the region.
    region.current?.focus({ preventScroll: true });
    answer.mutate({ type, approvals: which, ...(remember && { remember }) });
  };

  const runAll = () => {
    if (needsSecondThought && !confirming) setConfirming(true);
    else reply("run", all);
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
    } else if (armed && event.key === "r" && open) reply("run", [open]);
    else if (armed && event.key === "d" && open) reply("deny", [open]);
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
        <KeyHint>Alt A</KeyHint>
        {all.length > 1 && (
          <Button
            small
            className="ml-auto"
            look={confirming ? "primary" : "plain"}
            disabled={answer.isPending || !armed}
            onClick={runAll}
          >
            {confirming ? `Really run all ${all.length}?` : `Run these ${all.length}`}
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
                  onRun={(remember) => reply("run", [approval], remember)}
                  onDeny={() => reply("deny", [approval])}
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
