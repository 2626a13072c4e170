import { ChevronRight, Wrench } from "lucide-react";
import { memo, useMemo, useState } from "react";
import type { SessionArtifact } from "../api/file.ts";
import { isObject, member, parseJson } from "../api/json.ts";
import type { Message, ToolCall } from "../api/message.ts";
import { useTool } from "../approvals/use-tool.ts";
import { nameWords } from "../base/name-words.ts";
import { CapabilityIcon } from "../ui/capability-icon.tsx";
import { Plain } from "../ui/plain.tsx";
import { StateTag } from "../ui/state-tag.tsx";
import { ArtifactView } from "./artifact-view.tsx";
import { CallDetails } from "./call-details.tsx";
import type { CallProgress } from "./call-progress.ts";
import { CallTime } from "./call-time.tsx";
import { shownCall } from "./shown-call.ts";

type CallCardProps = {
  readonly sessionId: string;
  readonly call: ToolCall;
  readonly result: Message | undefined;
  readonly progress: CallProgress | undefined;
  readonly artifacts: readonly SessionArtifact[];
};

/** A call in the conversation: it tells, and never asks. Questions are answered in the deck below. */
export const CallCard = memo(function CallCard(props: CallCardProps) {
  const { sessionId, call, result, progress, artifacts } = props;
  const { tool, capability } = useTool(call.tool_id);
  const [isOpen, setOpen] = useState(false);
  const outcome = useMemo(() => (result ? parseJson(result.content) : undefined), [result]);
  const state = stateOf(result, outcome, progress);
  const { input, note } = shownCall(call, result, progress);
  return (
    <div>
      <details
        className="group rounded-lg border bg-surface"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="flex min-h-10 list-none flex-wrap items-center gap-x-2 gap-y-1 px-3 py-2 text-sm [&::-webkit-details-marker]:hidden">
          <ChevronRight
            size={14}
            aria-hidden
            className="shrink-0 text-quiet transition-transform group-open:rotate-90"
          />
          <span className="shrink-0 text-quiet">
            {capability ? (
              <CapabilityIcon name={capability.icon} size={15} />
            ) : (
              <Wrench size={15} aria-hidden />
            )}
          </span>
          <span className="font-medium">
            <Plain text={nameWords(tool?.name ?? call.name)} />
          </span>
          <code className="min-w-0 flex-1 basis-24 truncate font-mono text-quiet text-xs">
            <Plain text={brief(input)} />
          </code>
          {state === "in_progress" && progress?.told && (
            <span className="text-quiet text-xs tabular-nums [overflow-wrap:anywhere]">
              <Plain text={progress.told} />
            </span>
          )}
          <CallTime progress={progress} />
          <StateTag
            state={isDenied(outcome) ? "denied" : state}
            {...(state === "input_required" && { words: "Waits below" })}
          />
          {note !== "" && (
            <span className="basis-full text-quiet text-xs [overflow-wrap:anywhere]">
              <Plain text={note} />
            </span>
          )}
        </summary>
        {isOpen && (
          <CallDetails call={call} tool={tool} state={state} result={result} outcome={outcome} />
        )}
      </details>
      {artifacts.length > 0 && (
        <div className="mt-2 flex flex-col gap-2 border-l-2 pl-3">
          {artifacts.map((artifact) => (
            <ArtifactView key={artifact.path} sessionId={sessionId} artifact={artifact} />
          ))}
        </div>
      )}
    </div>
  );
});

const BRIEF = 200;

function brief(input: unknown): string {
  const text = JSON.stringify(input) ?? "";
  return text === "{}" ? "" : text.slice(0, BRIEF);
}

/** To the gate a call that a person refused is blocked, like one that policy refused. */
function isDenied(outcome: unknown): boolean {
  return member(member(outcome, "error"), "code") === "APPROVAL_DENIED";
}

function stateOf(
  result: Message | undefined,
  outcome: unknown,
  progress: CallProgress | undefined,
): string {
  if (result) {
    const state = member(outcome, "state");
    const isFailure = isObject(member(outcome, "error")) && typeof state === "string";
    return progress?.state || (isFailure ? state : "completed");
  }
  if (progress?.state) return progress.state;
  if (progress?.startedAt) return "in_progress";
  if (progress?.answer && progress.answer !== "approved") return progress.answer;
  if (progress?.approvalId && !progress.answer) return "input_required";
  return progress ? "in_progress" : "pending";
}
