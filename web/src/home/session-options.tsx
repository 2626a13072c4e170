import { SlidersHorizontal } from "lucide-react";
import type { Agent } from "../api/agent.ts";
import type { Profile } from "../api/session.ts";
import { Choice } from "../ui/choice.tsx";

export type Mode = "execution" | "planning";

type SessionOptionsProps = {
  readonly isOpen: boolean;
  readonly agents: readonly Agent[];
  readonly agent: string;
  readonly onAgent: (id: string) => void;
  readonly profile: Profile | "";
  readonly usual: Profile | undefined;
  readonly onProfile: (profile: Profile | "") => void;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
};

export function SessionOptions(props: SessionOptionsProps) {
  const { isOpen, agents, agent, onAgent, profile, usual, onProfile, mode, onMode } = props;
  return (
    <details className="text-sm" open={isOpen}>
      <summary className="flex w-fit list-none items-center gap-2 rounded text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <SlidersHorizontal size={14} aria-hidden />
        Agent, profile and mode
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Choice
          label="Agent"
          value={agent}
          options={[
            ["", "assistant (usual)"],
            ...agents
              .filter(({ name }) => name !== "assistant")
              .map(({ id, name }) => [id, name] as const),
          ]}
          onChange={onAgent}
        />
        <Choice<Profile | "">
          label="Profile"
          value={profile}
          options={[
            ["", usual ? `${usual} (usual)` : "usual"],
            ["auto", "auto: asks an admin for critical calls only"],
            ["risk", "risk: asks for risky calls"],
            ["strict", "strict: asks for every call"],
            ["governed", "governed: risky calls need a frozen spec"],
          ]}
          onChange={onProfile}
        />
        <Choice<Mode>
          label="Mode"
          value={mode}
          options={[
            ["execution", "execution"],
            ["planning", "planning: every call is a dry run"],
          ]}
          onChange={onMode}
        />
      </div>
    </details>
  );
}
