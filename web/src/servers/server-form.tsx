import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from "react";
import { addServer } from "../api/server.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Failure } from "../ui/failure.tsx";
import { forgetServers } from "./forget-servers.ts";
import { type Kind, readServer, type ServerDraft } from "./read-server.ts";

const NEW: ServerDraft = { kind: "program", id: "", command: "", args: "", url: "", json: "" };

export function ServerForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(NEW);
  const form = useRef<HTMLFormElement>(null);
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => form.current?.querySelector("select")?.focus(), []);
  const add = useMutation({
    mutationFn: async () => {
      const wanted = readServer(draft);
      if (typeof wanted === "string") throw new Error(wanted);
      const token = await askAdmin(
        "Only an admin adds servers: they run here, or calls go to them.",
      );
      const { id, asks } = await addServer(wanted, token);
      await forgetServers(queries);
      const [asked] = asks?.approval_ids ?? [];
      if (asked) await navigate({ to: "/approvals/$id", params: { id: asked } });
      else await navigate({ to: "/servers/$id", params: { id } });
    },
  });
  const field = (name: Exclude<keyof ServerDraft, "kind">) => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) =>
      setDraft({ ...draft, [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Card>
      <form ref={form} aria-label="Add a server" onSubmit={submit} className="flex flex-col gap-3">
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Choice<Kind>
            label="What it is"
            value={draft.kind}
            options={[
              ["program", "A program that is started here"],
              ["address", "An address that calls go to"],
              ["json", "JSON from its manual"],
            ]}
            onChange={(kind) => setDraft({ ...draft, kind })}
          />
          <Line
            label={draft.kind === "json" ? "Name, if the JSON has none" : "Name"}
            maxLength={64}
            placeholder="files"
            {...field("id")}
          />
        </div>
        {draft.kind === "program" && (
          <>
            <Line label="Program" maxLength={1_000} placeholder="npx" {...field("command")} />
            <Text
              label="Arguments, one on each line"
              rows={3}
              placeholder={"-y\n@example/server-files@1.2.3"}
              {...field("args")}
            />
          </>
        )}
        {draft.kind === "address" && (
          <Line
            label="Address"
            maxLength={2_000}
            placeholder="https://example.com/mcp"
            {...field("url")}
          />
        )}
        {draft.kind === "json" && (
          <Text
            label="JSON"
            rows={7}
            placeholder={'{ "mcpServers": { "files": { "command": "npx", "args": [] } } }'}
            {...field("json")}
          />
        )}
        {add.error && <Failure error={add.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={add.isPending}>
            {add.isPending ? "Adding…" : "Add"}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Line({ label, ...rest }: ComponentProps<"input"> & { readonly label: string }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <input id={id} type="text" className="field h-9 font-mono text-xs" {...rest} />
    </div>
  );
}

function Text({ label, ...rest }: ComponentProps<"textarea"> & { readonly label: string }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <textarea id={id} className="field font-mono text-xs" {...rest} />
    </div>
  );
}
