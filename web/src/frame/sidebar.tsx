import { Link } from "@tanstack/react-router";
import { SquarePen } from "lucide-react";
import { AccountMenu } from "./account-menu.tsx";
import { HaltButton } from "./halt-button.tsx";
import { Navigation } from "./navigation.tsx";
import { RecentSessions } from "./recent-sessions.tsx";
import type { useNotifications } from "./use-notifications.ts";

type SidebarProps = {
  readonly pending: number;
  readonly notifications: ReturnType<typeof useNotifications>;
};

export function Sidebar({ pending, notifications }: SidebarProps) {
  return (
    <div className="flex h-full min-h-0 flex-col gap-4">
      <Link
        to="/"
        className="flex h-9 shrink-0 items-center gap-2 rounded-lg border border-edge/60 bg-surface px-3 font-medium text-sm hover:bg-hover"
      >
        <SquarePen size={15} aria-hidden />
        New session
      </Link>
      <Navigation pending={pending} />
      <div className="flex min-h-0 flex-1 flex-col">
        <RecentSessions />
      </div>
      <div className="flex flex-col gap-0.5">
        <HaltButton />
        <AccountMenu notifications={notifications} />
      </div>
    </div>
  );
}
