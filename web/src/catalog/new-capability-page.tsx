import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { addCapability, checkCapability } from "../api/capability.ts";
import { isObject, parseJson } from "../api/json.ts";
import { plural } from "../base/tell-amount.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Page } from "../ui/page.tsx";
import { SAMPLE } from "./sample-capability.ts";

/** A capability written as data: checked by the server, then added. */
export function NewCapabilityPage() {
  const [text, setText] = useState(SAMPLE);
  const field = useId();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const check = useMutation({ mutationFn: async () => checkCapability(read(text)) });
  const add = useMutation({
    mutationFn: async () => {
      const { id } = await addCapability(read(text));
      await queries.invalidateQueries({ queryKey: ["capabilities"] });
      await queries.invalidateQueries({ queryKey: ["tools"] });
      await navigate({ to: "/catalog/$id", params: { id } });
    },
  });
  const error = add.error ?? check.error;
  return (
    <Page
      title="A capability of your own"
      lead="A system prompt, and tools that send requests to a server. Policy decides about every call."
    >
      <Card className="flex flex-col gap-3">
        <label htmlFor={field} className="font-medium text-sm">
          Manifest, as JSON
        </label>
        <textarea
          id={field}
          rows={24}
          spellCheck={false}
          className="field font-mono text-sm"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            check.reset();
            add.reset();
          }}
        />
        <p className="text-pretty text-quiet text-xs">
          <code className="font-mono">{"{{name}}"}</code> is an input,{" "}
          <code className="font-mono">{"{{config.name}}"}</code> what the agent configured,{" "}
          <code className="font-mono">${"{secret:NAME}"}</code> a secret that was allowed for the
          tool. An input never fills the host.
        </p>
        {error && <Failure error={error} />}
        {check.data && !error && (
          <p role="status" className="rounded-lg bg-low-soft px-3 py-2 text-low text-sm">
            Valid: {check.data.id} {check.data.version}, {plural(check.data.tools, "tool")}.
          </p>
        )}
        <div className="flex gap-2">
          <Button look="primary" disabled={add.isPending} onClick={() => add.mutate()}>
            Add it
          </Button>
          <Button disabled={check.isPending} onClick={() => check.mutate()}>
            Check only
          </Button>
        </div>
      </Card>
    </Page>
  );
}

function read(text: string) {
  const manifest = parseJson(text);
  if (isObject(manifest)) return manifest;
  throw new Error("This is not a JSON object. Look for a missing comma, quote or bracket.");
}
