import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { approvalsQuery } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { policyQuery } from "../api/policy.ts";
import { contextQuery, invokeSkill, type SkillContract } from "../api/skill.ts";
import type { Outcome, Tool } from "../api/tool.ts";
import { ApprovalDeck } from "../approvals/approval-deck.tsx";
import { newId } from "../base/new-id.ts";
import { OutcomeView } from "../catalog/outcome-view.tsx";
import { FieldsForm } from "../form/fields-form.tsx";
import { LINK } from "../frame/lost-page.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { mayAsk } from "./contract-words.ts";
import { forgetContexts } from "./forget-contexts.ts";
import { RunEnd } from "./run-end.tsx";
import { RunState } from "./run-state.tsx";
import { inputFields } from "./skill-fields.ts";

type RunFormProps = {
  readonly skill: string;
  readonly tool: Tool;
  readonly contract: SkillContract;
};

/** Each run from here has a context of its own, so that it can be looked at when it is over. */
export function RunForm({ skill, tool, contract }: RunFormProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const queries = useQueryClient();
  const { data: policy } = useQuery(policyQuery());
  const region = useRef<HTMLElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const run = useMutation({
    mutationFn: (inputs: JsonObject) => invokeSkill(skill, { contextId: `run-${newId()}`, inputs }),
    onMutate: () => setOutcome(null),
    onSuccess: setOutcome,
    onSettled: () => forgetContexts(queries),
  });
  const asked = outcome?.input_request?.approval_ids ?? [];
  const { data: pending } = useQuery({
    ...approvalsQuery({ state: "pending" }),
    enabled: asked.length > 0,
  });
  const approvals = (pending?.items ?? []).filter(({ id }) => asked.includes(id));
  const contextId = outcome?.context_id;
  const { data: context } = useQuery({
    ...contextQuery(contextId ?? ""),
    enabled: contextId !== undefined,
  });
  useEffect(() => {
    if (outcome) end.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  const asks = mayAsk(contract);
  return (
    <>
      {/* Kept while it is not shown: the next run begins with what was typed for this one. */}
      <div hidden={outcome !== null}>
        <FieldsForm
          fields={inputFields(tool.input_schema, asks)}
          submit={run.isPending ? "Running…" : "Run"}
          busy={run.isPending || !tool.enabled}
          onSubmit={(inputs) => run.mutate(inputs)}
        >
          {asks && (
            <p className="text-quiet text-xs">
              It will ask for anything required that you leave empty.
            </p>
          )}
        </FieldsForm>
      </div>
      {run.error && <Failure error={run.error} />}
      <div ref={end} className="flex flex-col gap-3 empty:hidden">
        {context ? (
          <>
            <RunState key={context.id} context={context} tool={tool} />
            <RunEnd {...context} />
          </>
        ) : approvals.length > 0 ? (
          <ApprovalDeck
            approvals={approvals}
            canRemember={policy?.profile !== "strict"}
            region={region}
            onAnswered={(answers) => {
              const answer = answers.findLast((it) => asked.includes(it.approval.id));
              if (answer?.outcome) setOutcome(answer.outcome);
              return forgetContexts(queries);
            }}
          />
        ) : (
          outcome && (asked.length === 0 || pending) && <OutcomeView outcome={outcome} />
        )}
        {outcome && (
          <div className="flex flex-wrap items-center gap-4 text-sm">
            <Button onClick={() => setOutcome(null)}>New run</Button>
            {context && (
              <Link to="/contexts/$id" params={{ id: context.id }} className={LINK}>
                The page of this run
              </Link>
            )}
          </div>
        )}
      </div>
    </>
  );
}
