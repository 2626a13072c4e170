import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { isObject, type Json, member } from "../api/json.ts";
import type { Message, ToolCall } from "../api/message.ts";
import type { Tool } from "../api/tool.ts";
import { Effects } from "../approvals/effects.tsx";
import { Provenance } from "../approvals/provenance.tsx";
import { Plain } from "../ui/plain.tsx";
import { RiskTag } from "../ui/risk-tag.tsx";
import { Value } from "../value/value.tsx";
import { CallDecision } from "./call-decision.tsx";

type CallDetailsProps = {
  readonly call: ToolCall;
  readonly tool: Tool | undefined;
  readonly state: string;
  readonly result: Message | undefined;
  readonly outcome: Json | undefined;
};

/** All there is to a call: what it does, on what, what came out, what policy said, where it is from. */
export function CallDetails({ call, tool, state, result, outcome }: CallDetailsProps) {
  const error = member(outcome, "error");
  const failed = result !== undefined && state !== "completed";
  return (
    <div className="flex flex-col gap-3 border-t px-3 py-3">
      {tool && (
        <div className="flex flex-col gap-1">
          <p className="text-sm">
            <Plain text={tool.description} />
          </p>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RiskTag level={tool.risk_level} />
            <Effects tags={tool.side_effect_tags} />
          </div>
        </div>
      )}
      {result?.ran_with !== undefined && (
        <Part title="Inputs, as a person changed them">
          <Value value={result.ran_with} />
        </Part>
      )}
      <Part title={result?.ran_with === undefined ? "Inputs" : "Inputs, as the model wrote them"}>
        <Value value={call.input} />
      </Part>
      {result && (
        <Part title={failed ? "What went wrong" : "Output"}>
          {failed && isObject(error) ? (
            <p className="text-sm [overflow-wrap:anywhere]">
              <code className="font-mono text-critical">{String(error.code)}</code>{" "}
              <Plain text={String(error.message)} />
            </p>
          ) : (
            <Value value={outcome ?? result.content} />
          )}
        </Part>
      )}
      <CallDecision invocationId={call.id} />
      <div>
        {tool ? (
          <Provenance tool={tool} />
        ) : (
          <p className="text-quiet text-xs">{call.tool_id ?? "There is no tool of this name."}</p>
        )}
        <Link
          to="/audit/$id"
          params={{ id: call.id }}
          className="text-quiet text-xs underline underline-offset-2 hover:text-ink"
        >
          The whole story of this call
        </Link>
      </div>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="mb-1 font-medium text-quiet text-xs">{title}</p>
      {children}
    </div>
  );
}
