import { memo } from "react";
import type { Message } from "../api/message.ts";
import type { Artifact } from "../api/outcome.ts";
import { LazyMarkdown } from "../markdown/lazy-markdown.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Time } from "../ui/time.tsx";
import { CallCard } from "./call-card.tsx";
import type { Progress } from "./call-progress.ts";

type MessageRowProps = {
  readonly message: Message;
  readonly resultOf: (invocationId: string) => Message | undefined;
  readonly progress: Progress;
  readonly artifacts: ReadonlyMap<string, readonly Artifact[]>;
};

const NONE: readonly Artifact[] = [];

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, resultOf, progress, artifacts } = props;
  // Shown with the call that it answers.
  if (message.role === "tool") return null;
  if (message.role === "user") return <UserMessage message={message} />;
  const calls = message.tool_calls ?? [];
  return (
    <article aria-label="The agent" className="flex flex-col gap-3 py-3">
      {message.content !== "" && <LazyMarkdown text={message.content} />}
      {calls.map((call) => (
        <CallCard
          key={call.id}
          sessionId={message.session_id}
          call={call}
          result={resultOf(call.id)}
          progress={progress.get(call.id)}
          artifacts={artifacts.get(call.id) ?? NONE}
        />
      ))}
      {calls.length === 0 && <Time at={message.created_at} className="text-quiet text-xs" />}
    </article>
  );
});

function UserMessage({ message }: { readonly message: Message }) {
  return (
    <article aria-label="You" className="flex flex-col items-end gap-1 py-3">
      <div className="max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2">
        <LongText
          text={message.content}
          lines={30}
          characters={4_000}
          className="!font-sans !text-base"
        />
      </div>
      <Time at={message.created_at} className="text-quiet text-xs" />
    </article>
  );
}
