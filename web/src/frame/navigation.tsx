import { Link, useLocation } from "@tanstack/react-router";
import {
  Bot,
  Cable,
  ChartNoAxesCombined,
  Hand,
  KeyRound,
  LibraryBig,
  type LucideIcon,
  MessagesSquare,
  Plus,
  Scale,
  ScrollText,
  SlidersHorizontal,
} from "lucide-react";
import { cx } from "../base/cx.ts";

type NavigationProps = { readonly pending: number };

const PLACES = [
  { to: "/sessions", words: "Sessions", Icon: MessagesSquare },
  { to: "/approvals", words: "Approvals", Icon: Hand },
  { to: "/agents", words: "Agents", Icon: Bot },
  { to: "/catalog", words: "Catalog", Icon: LibraryBig },
  { to: "/add", words: "Add", Icon: Plus },
  { to: "/audit", words: "Audit", Icon: ScrollText },
  { to: "/policy", words: "Policy", Icon: Scale },
  { to: "/overview", words: "Overview", Icon: ChartNoAxesCombined },
  { to: "/connect", words: "Connect", Icon: Cable },
  { to: "/keys", words: "API and keys", Icon: KeyRound },
  { to: "/settings", words: "Settings", Icon: SlidersHorizontal },
] as const satisfies readonly { to: string; words: string; Icon: LucideIcon }[];

/** Skills, packs, servers, extensions and the hub are lists of what agents can be given too: they are reached from the catalog. */
const OF_CATALOG = /^\/(skills|contexts|packs|servers|extensions|hub)(\/|$)/;
const ACTIVE = "bg-hover font-medium !text-ink";

export function Navigation({ pending }: NavigationProps) {
  const isInCatalog = OF_CATALOG.test(useLocation({ select: ({ pathname }) => pathname }));
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {PLACES.map(({ to, words, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={cx(
                "flex h-8 items-center gap-3 rounded-lg px-2 text-quiet text-sm hover:bg-hover hover:text-ink",
                to === "/catalog" && isInCatalog && ACTIVE,
              )}
              activeProps={{ className: ACTIVE }}
            >
              <Icon size={16} aria-hidden />
              <span className="flex-1">{words}</span>
              {to === "/approvals" && pending > 0 && (
                <span className="min-w-5 rounded-full bg-accent px-1.5 text-center font-semibold text-on-accent text-xs leading-5">
                  {pending}
                  <span className="sr-only"> waiting</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
