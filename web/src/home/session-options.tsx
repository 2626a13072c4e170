import type { Agent } from "../api/agent.ts";
import type { Profile } from "../api/session.ts";
import { Choice } from "../ui/choice.tsx";
import { choicesOf, type HowMuch } from "./how-much.ts";

type SessionOptionsProps = {
  readonly agents: readonly Agent[];
  readonly agent: string;
  readonly onAgent: (id: string) => void;
  readonly usual: Profile;
  readonly howMuch: HowMuch;
  readonly onHowMuch: (howMuch: HowMuch) => void;
};

/** How a new session works: how much it asks, and whom it talks to where there is a choice. */
export function SessionOptions(props: SessionOptionsProps) {
  const { agents, agent, onAgent, usual, howMuch, onHowMuch } = props;
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Choice<HowMuch>
        label="How much to ask"
        value={howMuch}
        options={choicesOf(usual)}
        onChange={onHowMuch}
      />
      {agents.length > 1 && (
        <Choice
          label="Agent"
          value={agent}
          options={[
            ["", "assistant"],
            ...agents
              .filter(({ name }) => name !== "assistant")
              .map(({ id, name }) => [id, name] as const),
          ]}
          onChange={onAgent}
        />
      )}
    </div>
  );
}
