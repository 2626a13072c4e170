import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Snowflake } from "lucide-react";
import { useId, useState } from "react";
import { parseJson } from "../api/json.ts";
import { freezeSpec, putSpec, type Session } from "../api/session.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";

/** What the session is about to do, in writing; frozen, it is what a person agreed to. */
export function SpecPanel({ session: { id, spec } }: { readonly session: Session }) {
  const [text, setText] = useState(() => textOf(spec?.content));
  const queries = useQueryClient();
  const field = useId();
  const act = useMutation({
    mutationFn: (work: () => Promise<Session>) => work(),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions", "one", id] }),
  });
  const isChanged = text !== textOf(spec?.content);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={field} className="font-medium text-sm">
          What this session is about to do
        </label>
        {spec?.frozen_at && (
          <Tag tone="accent" icon={<Snowflake size={12} aria-hidden />}>
            Frozen
          </Tag>
        )}
      </div>
      {spec?.frozen_at && (
        <p className="text-quiet text-xs">
          By <Plain text={spec.frozen_by?.name ?? "someone"} /> <Time at={spec.frozen_at} />. Any
          change thaws it.
        </p>
      )}
      <textarea
        id={field}
        rows={12}
        className="field"
        value={text}
        placeholder="Under the profile governed, risky calls need a spec that a person has frozen."
        onChange={(event) => setText(event.target.value)}
      />
      {act.error && <Failure error={act.error} />}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={!isChanged || act.isPending}
          onClick={() => act.mutate(() => putSpec(id, parseJson(text) ?? text))}
        >
          Save
        </Button>
        {spec && !spec.frozen_at && (
          <Button
            look="primary"
            icon={<Snowflake size={14} aria-hidden />}
            disabled={isChanged || act.isPending}
            onClick={() => act.mutate(() => freezeSpec(id, spec.digest))}
          >
            Freeze exactly this
          </Button>
        )}
      </div>
    </div>
  );
}

function textOf(content: unknown): string {
  if (content === undefined) return "";
  return typeof content === "string" ? content : JSON.stringify(content, null, 2);
}
