import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { approvalsQuery } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { policyQuery } from "../api/policy.ts";
import { sessionsQuery } from "../api/session.ts";
import { invokeTool, type Outcome, type Tool } from "../api/tool.ts";
import { ApprovalDeck } from "../approvals/approval-deck.tsx";
import { showHidden } from "../base/hidden-characters.ts";
import { newId } from "../base/new-id.ts";
import { fieldsOf } from "../form/field.ts";
import { FieldsForm } from "../form/fields-form.tsx";
import { Choice } from "../ui/choice.tsx";
import { Failure } from "../ui/failure.tsx";
import { AskedFields, asksFields } from "./asked-fields.tsx";
import { needsSession } from "./needs-session.ts";
import { OutcomeView } from "./outcome-view.tsx";
import { ToldProgress } from "./told-progress.tsx";

type Wanted = { readonly inputs: JsonObject; readonly messageId: string };

/** A call from here takes the same gate as any other: it may ask first. */
export function TryTool({ tool }: { readonly tool: Tool }) {
  const [dryRun, setDryRun] = useState(false);
  const [session, setSession] = useState("");
  const [answered, setAnswered] = useState<Outcome | null>(null);
  const isForSessions = needsSession(tool);
  const { data: sessions } = useQuery({ ...sessionsQuery(50), enabled: isForSessions });
  const region = useRef<HTMLElement>(null);
  const queries = useQueryClient();
  const { data: policy } = useQuery(policyQuery());
  const call = useMutation({
    mutationFn: ({ inputs, messageId }: Wanted) =>
      invokeTool(tool.tool_id, inputs, { dryRun, session, messageId }),
    onMutate: () => setAnswered(null),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["audit"] }),
        queries.invalidateQueries({ queryKey: ["approvals"] }),
      ]),
  });
  const asked = (answered ?? call.data)?.input_request?.approval_ids ?? [];
  const { data: pending } = useQuery({
    ...approvalsQuery({ state: "pending" }),
    enabled: asked.length > 0,
  });
  const outcome = answered ?? call.data;
  const approvals = (pending?.items ?? []).filter(({ id }) => asked.includes(id));
  const isAsking = outcome !== undefined && asksFields(outcome);
  // One that was asked about runs while its answer is under way.
  const mayRun = call.isPending || approvals.length > 0 || isAsking;
  return (
    <div className="flex flex-col gap-3">
      {isForSessions && (
        <div className="flex flex-col gap-2 rounded-lg bg-med-soft px-3 py-2 text-sm">
          <p>This tool works inside a session, on what that session has. Choose one to try it.</p>
          <Choice
            label="Session"
            value={session}
            options={[
              ["", "Choose…"],
              ...(sessions?.items ?? []).map(
                ({ id, title }) => [id, showHidden(title) || "New session"] as const,
              ),
            ]}
            onChange={setSession}
          />
        </div>
      )}
      <FieldsForm
        fields={fieldsOf(tool.input_schema)}
        submit={call.isPending ? "Running…" : dryRun ? "Dry run" : "Call it"}
        busy={call.isPending || !tool.enabled || (isForSessions && session === "")}
        onSubmit={(inputs) => call.mutate({ inputs, messageId: newId() })}
      >
        {tool.behaviour.dry_run && (
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="accent-accent"
              checked={dryRun}
              onChange={(event) => setDryRun(event.target.checked)}
            />
            Dry run: go through the gate and change nothing
          </label>
        )}
      </FieldsForm>
      {call.error && <Failure error={call.error} />}
      {mayRun && call.variables && (
        <ToldProgress toolId={tool.tool_id} messageId={call.variables.messageId} />
      )}
      {approvals.length > 0 && (
        <ApprovalDeck
          approvals={approvals}
          canRemember={policy?.profile !== "strict"}
          region={region}
          onAnswered={(answers) => {
            setAnswered(answers.findLast((it) => asked.includes(it.approval.id))?.outcome ?? null);
          }}
        />
      )}
      {outcome && isAsking && (
        <AskedFields toolId={tool.tool_id} outcome={outcome} onAnswered={setAnswered} />
      )}
      {outcome && !isAsking && approvals.length === 0 && (pending || asked.length === 0) && (
        <OutcomeView outcome={outcome} />
      )}
    </div>
  );
}
