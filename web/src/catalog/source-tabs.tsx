import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

const PLACES = [
  { to: "/catalog", words: "Capabilities" },
  { to: "/skills", words: "Skills" },
  { to: "/packs", words: "Packs" },
  { to: "/extensions", words: "Extensions" },
  { to: "/servers", words: "MCP servers" },
  { to: "/hub", words: "Hub" },
] as const;

/** The lists of what agents can be given, and where more comes from: one place in the navigation. */
export function SourceTabs() {
  const nav = useRef<HTMLElement>(null);
  // On a phone there are more than fit: the one that is shown is not cut off.
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <nav
      ref={nav}
      aria-label="Catalog"
      className="-mt-2 flex gap-1 overflow-x-auto overflow-y-hidden border-b"
    >
      {PLACES.map(({ to, words }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true }}
          className="-mb-px shrink-0 border-transparent border-b-2 px-2 py-2 text-quiet text-sm outline-offset-[-2px] hover:text-ink"
          activeProps={{ className: "!border-accent font-medium !text-ink" }}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
