import {
  Ban,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleStop,
  CircleX,
  Hand,
  LoaderCircle,
  TimerOff,
} from "lucide-react";
import { Tag, type Tone } from "./tag.tsx";

type Look = { readonly tone: Tone; readonly words: string; readonly Icon: typeof Ban };

const LOOKS = new Map<string, Look>([
  ["pending", { tone: "neutral", words: "New", Icon: CircleDashed }],
  ["in_progress", { tone: "accent", words: "Working", Icon: LoaderCircle }],
  ["completed", { tone: "low", words: "Done", Icon: CircleCheck }],
  ["failed", { tone: "critical", words: "Failed", Icon: CircleX }],
  ["cancelled", { tone: "neutral", words: "Cancelled", Icon: CircleStop }],
  ["timeout", { tone: "high", words: "Timed out", Icon: TimerOff }],
  ["blocked", { tone: "high", words: "Blocked", Icon: Ban }],
  ["escalated", { tone: "high", words: "Escalated", Icon: Hand }],
  ["input_required", { tone: "med", words: "Waits for you", Icon: Hand }],
  ["delegating", { tone: "accent", words: "Delegating", Icon: LoaderCircle }],
  ["paused", { tone: "neutral", words: "Paused", Icon: CirclePause }],
  ["approved", { tone: "accent", words: "Approved", Icon: CircleCheck }],
  ["used", { tone: "low", words: "Ran", Icon: CircleCheck }],
  ["denied", { tone: "high", words: "Denied", Icon: Ban }],
  ["expired", { tone: "neutral", words: "Expired", Icon: TimerOff }],
  ["withdrawn", { tone: "neutral", words: "Withdrawn", Icon: Ban }],
  ["erased", { tone: "neutral", words: "Erased", Icon: CircleDashed }],
  ["superseded", { tone: "neutral", words: "Superseded", Icon: CircleDashed }],
]);

type Ended = { readonly state: string; readonly error: { readonly code: string } | null };

/** A cancelled turn is stored as failed, with that as its reason: nothing went wrong with it. */
export function shownState({ state, error }: Ended): string {
  return error?.code === "CANCELLED" ? "cancelled" : state;
}

type StateTagProps = { readonly state: string; readonly words?: string };

export function StateTag({ state, words }: StateTagProps) {
  const {
    tone,
    words: usual,
    Icon,
  } = LOOKS.get(state) ?? {
    tone: "neutral" as const,
    words: state,
    Icon: CircleDashed,
  };
  const isBusy = state === "in_progress" || state === "delegating";
  return (
    <Tag
      tone={tone}
      icon={<Icon size={13} aria-hidden className={isBusy ? "animate-spin" : undefined} />}
    >
      {words ?? usual}
    </Tag>
  );
}
