import { Bell, BellOff, BookOpen, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { dropSignIn, readSignIn } from "../api/token.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";
import type { useNotifications } from "./use-notifications.ts";
import { type Theme, useTheme } from "./use-theme.ts";

type AccountMenuProps = { readonly notifications: ReturnType<typeof useNotifications> };

const NEXT = { system: "light", light: "dark", dark: "system" } as const;
const LOOKS = { system: "System", light: "Light", dark: "Dark" } as const;
const ICONS = { system: Monitor, light: Sun, dark: Moon } as const satisfies Record<Theme, unknown>;

export function AccountMenu({ notifications }: AccountMenuProps) {
  const [theme, setTheme] = useTheme();
  const { on, toggle, available } = notifications;
  const ThemeIcon = ICONS[theme];
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex h-9 w-full items-center gap-3 rounded-lg px-2 text-left text-quiet text-sm hover:bg-hover hover:text-ink"
        >
          <Settings size={16} aria-hidden />
          <span className="min-w-0 flex-1 truncate">{readSignIn()?.actor.name ?? "Account"}</span>
        </button>
      }
    >
      <MenuItem icon={<ThemeIcon size={15} aria-hidden />} onSelect={() => setTheme(NEXT[theme])}>
        Colours: {LOOKS[theme]}
      </MenuItem>
      {available && (
        <MenuItem
          icon={on ? <Bell size={15} aria-hidden /> : <BellOff size={15} aria-hidden />}
          onSelect={toggle}
        >
          {on ? "Notifications are on" : "Notify me of approvals"}
        </MenuItem>
      )}
      <MenuItem
        icon={<BookOpen size={15} aria-hidden />}
        onSelect={() => window.open("/docs", "_blank", "noopener")}
      >
        API reference
      </MenuItem>
      <MenuItem icon={<LogOut size={15} aria-hidden />} onSelect={() => dropSignIn()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
