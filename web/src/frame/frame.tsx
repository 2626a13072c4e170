import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { pendingQuery } from "../api/approval.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Modal } from "../ui/modal.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { HaltBanner } from "./halt-banner.tsx";
import { ShortcutHelp } from "./shortcut-help.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useAnnounce } from "./use-announce.ts";
import { useBadge } from "./use-badge.ts";
import { useNotifications } from "./use-notifications.ts";
import { useShortcuts } from "./use-shortcuts.ts";

export function Frame() {
  const notifications = useNotifications();
  const { data } = useQuery({
    ...pendingQuery(),
    refetchIntervalInBackground: notifications.on,
  });
  const pending = data?.total ?? 0;
  useAnnounce(data?.items, notifications.on);
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  useBadge(pending);
  const help = useShortcuts();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes whenever the page changes
  useEffect(() => setOpen(false), [pathname]);

  const sidebar = <Sidebar pending={pending} notifications={notifications} />;
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-lg focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to the content
      </a>
      <ConnectionBanner />
      <HaltBanner />
      <header className="flex h-12 shrink-0 items-center gap-2 border-b px-2 lg:hidden">
        <IconButton label="Menu" onClick={() => setOpen(true)}>
          <MenuIcon size={18} aria-hidden />
        </IconButton>
        <Brand />
        {pending > 0 && (
          <Link
            to="/approvals"
            className="ml-auto rounded-full bg-accent px-2.5 font-semibold text-on-accent text-xs leading-6"
          >
            {pending} waiting
          </Link>
        )}
      </header>
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label="Places and sessions"
          className="hidden w-60 shrink-0 flex-col gap-4 border-r bg-sunken/50 p-3 lg:flex"
        >
          <div className="flex h-9 items-center px-1">
            <Brand />
          </div>
          <div className="min-h-0 flex-1">{sidebar}</div>
        </aside>
        <main id="main" className="min-w-0 flex-1">
          <Outlet />
        </main>
      </div>
      {help.isOpen && <ShortcutHelp onClose={help.close} />}
      {open && (
        <Modal side="left" title="Capstan" onClose={() => setOpen(false)}>
          {sidebar}
        </Modal>
      )}
    </div>
  );
}

function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded px-1 font-semibold tracking-tight">
      <img src="/icon.svg" alt="" width="22" height="22" />
      Capstan
    </Link>
  );
}
