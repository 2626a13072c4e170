import { GitFork } from "lucide-react";
import type { Message } from "../api/message.ts";
import { cx } from "../base/cx.ts";
import { Time } from "../ui/time.tsx";

type MessageFootProps = {
  readonly message: Message;
  readonly resultOf: (invocationId: string) => Message | undefined;
  readonly onFork: (messageId: string) => void;
  readonly look: keyof typeof LOOKS;
};

/** Calls say when they ran, so that theirs takes the place of the space below them. */
const LOOKS = { own: "flex-row-reverse", agent: "", calls: "-mt-3 -mb-3" };

/** When a message was written, and a way to go on from it in a session of its own. */
export function MessageFoot({ message, resultOf, onFork, look }: MessageFootProps) {
  const from = forkPoint(message, resultOf);
  return (
    <div className={cx("flex min-h-6 items-center gap-2 text-quiet text-xs", LOOKS[look])}>
      {look !== "calls" && <Time at={message.created_at} />}
      {from && (
        <button
          type="button"
          title="A new session with the conversation up to here"
          onClick={() => onFork(from)}
          className="inline-flex h-6 items-center gap-1.5 rounded-md px-1.5 opacity-0 transition-opacity hover:bg-hover hover:text-ink focus-visible:opacity-100 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100"
        >
          <GitFork size={13} aria-hidden />
          <span className="pointer-coarse:sr-only">Fork from here</span>
        </button>
      )}
    </div>
  );
}

/** With the results of its calls; none while one is missing. */
function forkPoint(
  { id, tool_calls: calls = [] }: Message,
  resultOf: MessageFootProps["resultOf"],
): string | undefined {
  const results = calls.map((call) => resultOf(call.id));
  return calls.length === 0 ? id : results.every(Boolean) ? results.at(-1)?.id : undefined;
}
