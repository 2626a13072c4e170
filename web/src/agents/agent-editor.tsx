import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { SquarePen, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { type Agent, createAgent, patchAgent, removeAgent } from "../api/agent.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Page } from "../ui/page.tsx";
import { AgentPreview } from "./agent-preview.tsx";
import { CapabilityList } from "./capability-list.tsx";
import { type Entry, readEntry, writeEntry } from "./entry.ts";

export function AgentEditor({ agent }: { readonly agent: Agent | null }) {
  const [name, setName] = useState(agent?.name ?? "");
  const [prompt, setPrompt] = useState(agent?.system_prompt ?? "");
  const [model, setModel] = useState(agent?.model ?? "");
  const [entries, setEntries] = useState<readonly Entry[]>(
    () => agent?.capabilities.map(readEntry) ?? [],
  );
  const ids = { name: useId(), prompt: useId(), model: useId() };
  const navigate = useNavigate();
  const queries = useQueryClient();
  const draft = {
    name,
    system_prompt: prompt,
    model: model.trim() || null,
    capabilities: entries.map(writeEntry),
  };
  const isChanged =
    agent === null ||
    JSON.stringify(draft) !==
      JSON.stringify({
        name: agent.name,
        system_prompt: agent.system_prompt,
        model: agent.model ?? null,
        capabilities: agent.capabilities.map(readEntry).map(writeEntry),
      });
  const save = useMutation({
    mutationFn: () => (agent ? patchAgent(agent.id, draft) : createAgent(draft)),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["agents"] });
      if (!agent) await navigate({ to: "/agents/$id", params: { id }, replace: true });
    },
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      await removeAgent(id);
      await queries.invalidateQueries({ queryKey: ["agents"] });
      await navigate({ to: "/agents" });
    },
  });
  const error = save.error ?? remove.error;
  return (
    <Page
      wide
      title={agent ? agent.name : "New agent"}
      actions={
        <>
          {agent && agent.name !== "assistant" && (
            <ConfirmButton
              icon={<Trash2 size={14} aria-hidden />}
              disabled={remove.isPending}
              confirm="Really remove it?"
              onConfirm={() => remove.mutate(agent.id)}
            >
              Remove
            </ConfirmButton>
          )}
          {agent && (
            <Link
              to="/"
              search={{ agent: agent.id }}
              className="inline-flex h-9 items-center gap-2 rounded-lg border border-edge/60 bg-surface px-3 font-medium text-sm hover:bg-hover"
            >
              <SquarePen size={14} aria-hidden />
              New session with it
            </Link>
          )}
          <Button
            look="primary"
            disabled={!isChanged || save.isPending || name.trim() === ""}
            onClick={() => save.mutate()}
          >
            {save.isPending ? "Saving…" : agent ? (isChanged ? "Save" : "Saved") : "Create"}
          </Button>
        </>
      }
    >
      {error && <Failure error={error} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Card className="flex flex-col gap-4">
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <div className="flex flex-col gap-1">
                <label htmlFor={ids.name} className="font-medium text-sm">
                  Name
                </label>
                <input
                  id={ids.name}
                  className="field"
                  maxLength={200}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
              </div>
              <div className="flex flex-col gap-1">
                <label htmlFor={ids.model} className="font-medium text-sm">
                  Model <span className="font-normal text-quiet">(optional)</span>
                </label>
                <input
                  id={ids.model}
                  className="field"
                  placeholder="default"
                  value={model}
                  onChange={(event) => setModel(event.target.value)}
                />
              </div>
            </div>
            <div className="flex flex-col gap-1">
              <label htmlFor={ids.prompt} className="font-medium text-sm">
                System prompt
              </label>
              <textarea
                id={ids.prompt}
                rows={6}
                className="field"
                value={prompt}
                onChange={(event) => setPrompt(event.target.value)}
              />
              <p className="text-quiet text-xs">
                The model reads the capabilities’ prompts first, in their order, then this one.
              </p>
            </div>
          </Card>
          <CapabilityList entries={entries} onChange={setEntries} />
        </div>
        <AgentPreview draft={draft} isSaved={!isChanged} />
      </div>
    </Page>
  );
}
