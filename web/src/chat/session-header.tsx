import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Ellipsis, GitFork, PanelRight, Pause, Pencil, ScrollText, Trash2 } from "lucide-react";
import { useState } from "react";
import { agentsQuery } from "../api/agent.ts";
import { deleteSession, moveSession, type Session } from "../api/session.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { howMuchOf } from "../home/how-much.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Menu, MenuItem } from "../ui/menu.tsx";
import { StateTag, shownState } from "../ui/state-tag.tsx";
import { Tag } from "../ui/tag.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { TitleForm } from "./title-form.tsx";
import { useFork } from "./use-fork.ts";

type SessionHeaderProps = {
  readonly session: Session;
  readonly connected: boolean;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
};

export function SessionHeader({ session, connected, panelOpen, onPanel }: SessionHeaderProps) {
  const { id, title, state, mode, profile } = session;
  const { data: agents } = useQuery(agentsQuery());
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  const fork = useFork(id);
  const agent = agents?.items.find((it) => it.id === session.agent_id)?.name;
  return (
    <header className="flex min-h-13 items-center gap-2 border-b px-4 py-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        {doing === "rename" ? (
          <TitleForm session={session} onDone={() => setDoing(null)} />
        ) : (
          <h1 className="min-w-0 truncate font-semibold">{showHidden(title) || "New session"}</h1>
        )}
        <StateTag state={shownState(session)} />
        {mode === "planning" && <Tag tone="accent">Dry run</Tag>}
        <span className="hidden text-quiet text-xs md:inline">
          {agent ?? "agent"} · {howMuchOf(profile)}
        </span>
        {!connected && (
          <Tag tone="high">
            <span role="status">Reconnecting…</span>
          </Tag>
        )}
        {act.error && <span className="text-critical text-xs">{act.error.message}</span>}
      </div>
      <IconButton
        label={panelOpen ? "Hide the side panel" : "Show the side panel"}
        aria-pressed={panelOpen}
        onClick={onPanel}
      >
        <PanelRight size={17} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label="More about this session">
            <Ellipsis size={17} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={() => setDoing("rename")}>
          Rename
        </MenuItem>
        <MenuItem
          icon={<GitFork size={15} aria-hidden />}
          onSelect={() => act.mutate(() => fork.mutateAsync(undefined))}
        >
          Fork from here
        </MenuItem>
        {state === "in_progress" && (
          <MenuItem
            icon={<Pause size={15} aria-hidden />}
            onSelect={() => act.mutate(() => moveSession(id, "pause"))}
          >
            Pause
          </MenuItem>
        )}
        <MenuItem
          icon={<ScrollText size={15} aria-hidden />}
          onSelect={() => navigate({ to: "/audit", search: { session: id } })}
        >
          Audit trail
        </MenuItem>
        <MenuItem
          danger
          icon={<Trash2 size={15} aria-hidden />}
          onSelect={() => setDoing("delete")}
        >
          Delete…
        </MenuItem>
      </Menu>
      {doing === "delete" && (
        <DeleteDialog
          onCancel={() => setDoing(null)}
          onDelete={async () => {
            await deleteSession(id);
            await queries.invalidateQueries({ queryKey: ["sessions", "list"] });
            await navigate({ to: "/sessions" });
          }}
        />
      )}
    </header>
  );
}
