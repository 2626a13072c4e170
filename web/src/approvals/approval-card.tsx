import { Pencil } from "lucide-react";
import { useId, useState } from "react";
import type { AccessScope, Approval, Remember } from "../api/approval.ts";
import type { Json } from "../api/json.ts";
import { nameWords } from "../base/name-words.ts";
import { Button } from "../ui/button.tsx";
import { KeyHint } from "../ui/key-hint.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { AccessNote } from "./access-note.tsx";
import { AdminTag } from "./admin-tag.tsx";
import { ChangedNote } from "./changed-note.tsx";
import { Countdown } from "./countdown.tsx";
import { DryRunView } from "./dry-run-view.tsx";
import { EditInputs } from "./edit-inputs.tsx";
import { Effects } from "./effects.tsx";
import { InputView } from "./input-view.tsx";
import { isPackRead } from "./pack-id-of.ts";
import { PackNote } from "./pack-note.tsx";
import { Provenance } from "./provenance.tsx";
import { RememberMenu } from "./remember-menu.tsx";
import { useArmed } from "./use-armed.ts";
import type { Reading } from "./use-reading.ts";
import { useTool } from "./use-tool.ts";
import { WhyAsked } from "./why-asked.tsx";

export type RunOptions = {
  readonly remember?: Remember;
  readonly inputs?: Json;
  readonly access?: AccessScope;
};

type ApprovalCardProps = {
  readonly approval: Approval;
  readonly busy: boolean;
  /** The profile `strict` remembers nothing. */
  readonly canRemember: boolean;
  /** Which heading its name is: it stands below a heading of the deck, or of the page itself. */
  readonly heading?: "h2" | "h3";
  readonly reading: Reading;
  readonly onRun: (options?: RunOptions) => void;
  readonly onDeny: (reason: string) => void;
};

/** One question, whole: what would run, on what, what it reaches, and why it is asked. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, busy, canRemember, heading: Heading = "h3", reading, onRun, onDeny } = props;
  const { tool, capability } = useTool(approval.tool_id);
  const armed = useArmed(approval.id);
  const name = tool?.name ?? approval.tool_id.split(":").at(-1) ?? approval.tool_id;
  const isBlocked = busy || !armed;
  const [editing, setEditing] = useState("");
  const [reason, setReason] = useState("");
  const [scope, setScope] = useState<AccessScope>("once");
  const opens = approval.access ? { access: scope } : {};
  const isEditing = editing === approval.id;
  const why = useId();
  return (
    <article aria-label={`Approval: ${nameWords(name)}`} className="flex flex-col gap-3">
      <header className="flex flex-col gap-1.5">
        <div className="flex flex-wrap items-center gap-2">
          <RiskTag level={approval.risk_level} />
          {approval.level === "admin" && <AdminTag />}
          <span className="ml-auto">
            <Countdown until={approval.expires_at} />
          </span>
        </div>
        <Heading className="font-semibold [overflow-wrap:anywhere]">
          <Plain text={nameWords(name)} />
          {capability && (
            <span className="font-normal text-quiet">
              {" "}
              · <Plain text={capability.name} />
            </span>
          )}
        </Heading>
        {tool && (
          <p className="text-sm [overflow-wrap:anywhere]">
            <Plain text={tool.description} />
          </p>
        )}
        <Effects tags={approval.side_effect_tags} />
      </header>
      <PackNote approval={approval} />
      <ChangedNote approval={approval} />
      <AccessNote approval={approval} scope={scope} disabled={busy} onScope={setScope} />
      {isEditing ? (
        <EditInputs
          key={approval.id}
          tool={tool}
          inputs={approval.inputs}
          busy={isBlocked}
          onRun={(inputs) => onRun({ inputs, ...opens })}
          onCancel={() => setEditing("")}
        />
      ) : (
        <div className="flex flex-col items-start gap-1.5">
          <div className="w-full">
            <InputView inputs={approval.inputs} reading={reading} />
          </div>
          <Button
            small
            look="ghost"
            icon={<Pencil size={13} aria-hidden />}
            disabled={busy}
            onClick={() => setEditing(approval.id)}
          >
            Change the input
          </Button>
        </div>
      )}
      <DryRunView preview={approval.preview} />
      <div className="flex flex-col gap-0.5">
        <WhyAsked reason={approval.reason} />
        {tool && <Provenance tool={tool} />}
      </div>
      {!isEditing && (
        <div className="-mx-3 -mb-3 relative flex flex-wrap sm:sticky sm:bottom-0 items-center justify-end gap-2 rounded-b-lg border-t bg-surface px-3 py-2">
          <label htmlFor={why} className="sr-only">
            Why not, if you deny it
          </label>
          <input
            id={why}
            type="text"
            maxLength={2_000}
            placeholder="Reason (sent to the model)"
            className="field h-9 w-full min-w-0 sm:w-auto sm:flex-1"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && !isBlocked) onDeny(reason);
            }}
          />
          <Button disabled={isBlocked} onClick={() => onDeny(reason)}>
            Deny <KeyHint>D</KeyHint>
          </Button>
          <span className="flex">
            <Button
              look="primary"
              disabled={isBlocked || !reading.isDone}
              className={canRemember ? "rounded-r-none" : ""}
              onClick={() => onRun(opens)}
            >
              {busy ? "Running…" : "Run"} <KeyHint>R</KeyHint>
            </Button>
            {canRemember && (
              <RememberMenu
                inSession={approval.session_id !== null}
                readsPack={isPackRead(approval)}
                disabled={isBlocked || !reading.isDone}
                onRun={(remember) => onRun({ remember, ...opens })}
              />
            )}
          </span>
        </div>
      )}
    </article>
  );
}
