import { Tabs } from "radix-ui";
import type { Message } from "../api/message.ts";
import type { Session } from "../api/session.ts";
import { ContextPanel } from "./context-panel.tsx";
import { FilesPanel } from "./files-panel.tsx";
import { SpecPanel } from "./spec-panel.tsx";
import { TodosPanel } from "./todos-panel.tsx";

type SidePanelProps = { readonly session: Session; readonly messages: readonly Message[] };

const TABS = [
  ["todos", "Tasks"],
  ["files", "Files"],
  ["spec", "Spec"],
  ["context", "Context"],
] as const;

export function SidePanel({ session, messages }: SidePanelProps) {
  return (
    <Tabs.Root defaultValue="todos" className="flex flex-col">
      <Tabs.List
        aria-label="About this session"
        className="sticky top-0 z-10 flex h-13 items-end gap-1 border-b bg-paper px-3 max-xl:bg-surface"
      >
        {TABS.map(([value, words]) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="-mb-px border-transparent border-b-2 px-2 py-2.5 text-quiet text-sm outline-offset-[-2px] hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {words}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="todos" className="p-4">
        <TodosPanel sessionId={session.id} messages={messages} />
      </Tabs.Content>
      <Tabs.Content value="files" className="p-4">
        <FilesPanel sessionId={session.id} />
      </Tabs.Content>
      <Tabs.Content value="spec" className="p-4">
        <SpecPanel key={session.spec?.digest} session={session} />
      </Tabs.Content>
      <Tabs.Content value="context" className="p-4">
        <ContextPanel session={session} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
