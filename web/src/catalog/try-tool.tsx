import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { approvalsQuery } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { policyQuery } from "../api/policy.ts";
import { invokeTool, type Tool } from "../api/tool.ts";
import { ApprovalDeck } from "../approvals/approval-deck.tsx";
import { fieldsOf } from "../form/field.ts";
import { FieldsForm } from "../form/fields-form.tsx";
import { Failure } from "../ui/failure.tsx";
import { OutcomeView } from "./outcome-view.tsx";

/** A call from here takes the same gate as any other: it may ask first. */
export function TryTool({ tool }: { readonly tool: Tool }) {
  const [dryRun, setDryRun] = useState(false);
  const region = useRef<HTMLElement>(null);
  const queries = useQueryClient();
  const { data: policy } = useQuery(policyQuery());
  const call = useMutation({
    mutationFn: (inputs: JsonObject) => invokeTool(tool.tool_id, inputs, dryRun),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["audit"] }),
        queries.invalidateQueries({ queryKey: ["approvals"] }),
      ]),
  });
  const asked = call.data?.input_request?.approval_ids ?? [];
  const { data: pending } = useQuery({
    ...approvalsQuery({ state: "pending" }),
    enabled: asked.length > 0,
  });
  const approvals = (pending?.items ?? []).filter(({ id }) => asked.includes(id));
  return (
    <div className="flex flex-col gap-3">
      <FieldsForm
        fields={fieldsOf(tool.input_schema)}
        submit={call.isPending ? "Running…" : dryRun ? "Dry run" : "Call it"}
        busy={call.isPending || !tool.enabled}
        onSubmit={(inputs) => call.mutate(inputs)}
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
      {approvals.length > 0 && (
        <ApprovalDeck
          approvals={approvals}
          canRemember={policy?.profile !== "strict"}
          region={region}
        />
      )}
      {call.data && approvals.length === 0 && <OutcomeView outcome={call.data} />}
    </div>
  );
}
