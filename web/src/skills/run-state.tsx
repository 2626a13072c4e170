import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageCircleQuestion } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { approvalsQuery } from "../api/approval.ts";
import type { JsonObject } from "../api/json.ts";
import { policyQuery } from "../api/policy.ts";
import { ProblemError } from "../api/problem-error.ts";
import { type Context, invokeSkill, isWaiting } from "../api/skill.ts";
import type { Tool } from "../api/tool.ts";
import { ApprovalDeck } from "../approvals/approval-deck.tsx";
import { FieldsForm } from "../form/fields-form.tsx";
import { LINK } from "../frame/lost-page.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Value } from "../value/value.tsx";
import { forgetContexts } from "./forget-contexts.ts";
import { askedFields } from "./skill-fields.ts";

type RunStateProps = { readonly context: Context; readonly tool: Tool | undefined };

const LOOK_AGAIN_MS = 3_000;

/** What would let a run go on that waits: a form, an approval, a word. Nothing for one that is over. */
export function RunState({ context, tool }: RunStateProps) {
  const { id, skill, state, session_id, resume_token, owner, parent } = context;
  const region = useRef<HTMLElement>(null);
  const queries = useQueryClient();
  const { data: policy } = useQuery(policyQuery());
  const waits = isWaiting(context);
  const { data: pending } = useQuery({
    ...approvalsQuery({ state: "pending", session: session_id ?? "" }),
    enabled: waits && session_id !== null && owner !== null,
    refetchInterval: state === "delegating" ? LOOK_AGAIN_MS : false,
  });
  const answer = useMutation({
    mutationFn: (inputs: JsonObject) =>
      invokeSkill(skill ?? "", { contextId: id, inputs, resumeToken: resume_token }),
    onSettled: () => forgetContexts(queries),
  });
  const approvals = waits
    ? (pending?.items ?? []).filter(({ tool_id }) => tool_id.startsWith("skill:"))
    : [];
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {answer.error &&
        (isStale(answer.error) ? (
          <p role="alert" className="rounded-lg bg-med-soft px-3 py-2 text-sm">
            Somebody else has answered meanwhile, so that your answer was not taken. This is how the
            run stands now.
          </p>
        ) : (
          <Failure error={answer.error} />
        ))}
      {waits && answer.data?.error && <Failure error={new Error(answer.data.error.message)} />}
      {approvals.length > 0 ? (
        <ApprovalDeck
          approvals={approvals}
          canRemember={policy?.profile !== "strict"}
          region={region}
          onAnswered={() => forgetContexts(queries)}
        />
      ) : owner === null && waits ? (
        <p className="text-sm">
          It runs in a session, and goes on there.{" "}
          {session_id !== null && (
            <Link to="/sessions/$id" params={{ id: session_id }} className={LINK}>
              Open the session
            </Link>
          )}
        </p>
      ) : parent !== null && waits ? (
        <p className="text-sm">
          What it needs is asked for at{" "}
          <ChildLink context_id={parent} target="the run that handed over to it" />.
        </p>
      ) : (
        <Wait
          key={resume_token}
          context={context}
          tool={tool}
          busy={answer.isPending}
          onAnswer={(inputs) => answer.mutate(inputs)}
        />
      )}
    </div>
  );
}

function isStale(error: unknown): boolean {
  return error instanceof ProblemError && error.code === "STATE_CONFLICT";
}

type WaitProps = RunStateProps & {
  readonly busy: boolean;
  readonly onAnswer: (inputs: JsonObject) => void;
};

function Wait({ context, tool, busy, onAnswer }: WaitProps) {
  const { state, input_request: wanted, children } = context;
  const [isPutOff, setPutOff] = useState(false);
  if (state === "paused") {
    return (
      <Region title="It has paused" reason={wanted?.reason}>
        <Button look="primary" className="self-start" disabled={busy} onClick={() => onAnswer({})}>
          {busy ? "Running…" : "Go on"}
        </Button>
      </Region>
    );
  }
  const child = children.findLast(({ is_delivered }) => !is_delivered);
  if (state === "delegating") {
    return (
      <p role="status" className="text-sm">
        It has handed over to {child ? <ChildLink {...child} /> : "another skill"}, and goes on by
        itself when that has ended.
      </p>
    );
  }
  if (state !== "input_required" || !wanted) return null;
  if (wanted.kind !== "fields") {
    return (
      <Region title="It waits for somebody’s say" reason={wanted.reason}>
        {wanted.approval_ids?.map((approval) => (
          <Link
            key={approval}
            to="/approvals/$id"
            params={{ id: approval }}
            className={`${LINK} text-sm`}
          >
            Open the approval
          </Link>
        ))}
      </Region>
    );
  }
  const fields = askedFields(wanted.fields ?? [], wanted.asked_by ? undefined : tool?.input_schema);
  const { asked_by, partial_outputs } = wanted;
  return (
    <Region title="It needs to know" reason={wanted.reason}>
      {asked_by && (
        <p className="text-sm">
          The question comes from <ChildLink target={asked_by.skill} {...asked_by} />, to which it
          has handed over.
        </p>
      )}
      {partial_outputs !== undefined && (
        <details className="text-sm">
          <summary className="w-fit text-quiet text-xs hover:text-ink">
            What it has made so far
          </summary>
          <div className="mt-2">
            <Value value={partial_outputs} />
          </div>
        </details>
      )}
      {isPutOff ? (
        <div className="flex flex-wrap items-center gap-3 text-sm">
          <span>It waits until somebody answers, today or later.</span>
          <Button onClick={() => setPutOff(false)}>Answer it</Button>
        </div>
      ) : (
        <FieldsForm
          fields={fields}
          submit={busy ? "Running…" : "Answer"}
          busy={busy}
          onSubmit={onAnswer}
          cancel="Not now"
          onCancel={() => setPutOff(true)}
        />
      )}
    </Region>
  );
}

type RegionProps = {
  readonly title: string;
  readonly reason: string | undefined;
  readonly children: ReactNode;
};

function Region({ title, reason, children }: RegionProps) {
  return (
    <section
      aria-label="Waiting for your answer"
      className="own-region flex flex-col gap-3 bg-surface p-4 shadow-float"
    >
      <h2 className="flex items-center gap-2 font-semibold text-sm">
        <MessageCircleQuestion size={16} aria-hidden className="text-accent" />
        {title}
      </h2>
      {reason && (
        <p className="text-sm [overflow-wrap:anywhere]">
          <Plain text={reason} />
        </p>
      )}
      {children}
    </section>
  );
}

type ChildLinkProps = { readonly context_id: string; readonly target: string };

export function ChildLink({ context_id, target }: ChildLinkProps) {
  return (
    <Link to="/contexts/$id" params={{ id: context_id }} className={LINK}>
      <Plain text={target} />
    </Link>
  );
}
