import { CircleStop } from "lucide-react";
import { memo } from "react";
import type { SessionArtifact } from "../api/file.ts";
import type { Message } from "../api/message.ts";
import { LazyMarkdown } from "../markdown/lazy-markdown.tsx";
import { LongText } from "../ui/long-text.tsx";
import { CallCard } from "./call-card.tsx";
import type { Progress } from "./call-progress.ts";
import { MessageFile } from "./message-file.tsx";
import { MessageFoot } from "./message-foot.tsx";

type MessageRowProps = {
  readonly message: Message;
  readonly resultOf: (invocationId: string) => Message | undefined;
  readonly progress: Progress;
  readonly artifacts: ReadonlyMap<string, readonly SessionArtifact[]>;
  readonly onFork: (messageId: string) => void;
};

const NONE: readonly SessionArtifact[] = [];

export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, resultOf, progress, artifacts, onFork } = props;
  // Shown with the call that it answers.
  if (message.role === "tool") return null;
  if (message.role === "user")
    return <UserMessage message={message} resultOf={resultOf} onFork={onFork} />;
  const calls = message.tool_calls ?? [];
  return (
    <article aria-label="The agent" className="group/message flex flex-col gap-3 py-3">
      {message.content !== "" && <LazyMarkdown text={message.content} />}
      {message.cancelled && (
        <p className="flex items-center gap-1.5 text-quiet text-xs">
          <CircleStop size={13} aria-hidden />
          Cancelled here
        </p>
      )}
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
      <MessageFoot
        message={message}
        resultOf={resultOf}
        onFork={onFork}
        look={calls.length > 0 ? "calls" : "agent"}
      />
    </article>
  );
});

function UserMessage(props: Pick<MessageRowProps, "message" | "resultOf" | "onFork">) {
  const { message } = props;
  return (
    <article aria-label="You" className="group/message flex flex-col items-end gap-1 py-3">
      {message.content !== "" && (
        <div className="max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2">
          <LongText
            text={message.content}
            lines={30}
            characters={4_000}
            className="!font-sans !text-base"
          />
        </div>
      )}
      {message.files.length > 0 && (
        <div className="flex max-w-[85%] flex-wrap items-end justify-end gap-2">
          {message.files.map((file) => (
            <MessageFile key={file.path} sessionId={message.session_id} file={file} />
          ))}
        </div>
      )}
      <MessageFoot {...props} look="own" />
    </article>
  );
}
