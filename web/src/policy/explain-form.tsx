import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { JsonObject } from "../api/json.ts";
import { explainCall } from "../api/policy.ts";
import type { Profile } from "../api/session.ts";
import { toolsQuery } from "../api/tool.ts";
import { fieldsOf } from "../form/field.ts";
import { FieldsForm } from "../form/fields-form.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Failure } from "../ui/failure.tsx";
import { ExplanationView } from "./explanation-view.tsx";

export function ExplainForm() {
  const { data: tools } = useQuery(toolsQuery());
  const [toolId, setToolId] = useState("");
  const [profile, setProfile] = useState<Profile | "">("");
  const tool = tools?.items.find((it) => it.tool_id === toolId);
  const explain = useMutation({
    mutationFn: (inputs: JsonObject) =>
      explainCall({ tool_id: toolId, inputs, ...(profile && { profile }) }),
  });
  return (
    <Card aria-labelledby="explain" className="flex flex-col gap-4">
      <div>
        <h2 id="explain" className="font-semibold">
          Explain a call
        </h2>
        <p className="text-quiet text-sm">What would be decided, by which rule. Nothing runs.</p>
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[2fr_1fr]">
        <Choice
          label="Tool"
          value={toolId}
          options={[
            ["", "Choose a tool…"],
            ...(tools?.items ?? []).map(({ tool_id }) => [tool_id, tool_id] as const),
          ]}
          onChange={(next) => {
            setToolId(next);
            explain.reset();
          }}
        />
        <Choice<Profile | "">
          label="Profile"
          value={profile}
          options={[
            ["", "default"],
            ["auto", "auto"],
            ["risk", "risk"],
            ["strict", "strict"],
            ["governed", "governed"],
          ]}
          onChange={setProfile}
        />
      </div>
      {tool && (
        <FieldsForm
          key={toolId}
          fields={fieldsOf(tool.input_schema)}
          submit="Explain"
          busy={explain.isPending}
          onSubmit={(inputs) => explain.mutate(inputs)}
        />
      )}
      {explain.error && <Failure error={explain.error} />}
      {explain.data && <ExplanationView explanation={explain.data} />}
    </Card>
  );
}
