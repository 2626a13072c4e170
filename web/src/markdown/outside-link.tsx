import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Plain } from "../ui/plain.tsx";

type OutsideLinkProps = { readonly href: string; readonly children: ReactNode };

/** A link that someone else wrote: its host stands beside whatever it calls itself. */
export function OutsideLink({ href, children }: OutsideLinkProps) {
  const host = hostOf(href);
  if (host === null) return <span>{children}</span>;
  return (
    <>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
      <span className="ml-1 inline-flex items-center gap-0.5 text-quiet text-xs">
        (<Plain text={host} />
        <ExternalLink size={11} aria-hidden />)
      </span>
    </>
  );
}

/** Only what leads to another page over the web or to a mailbox is a link at all. */
function hostOf(href: string): string | null {
  try {
    const url = new URL(href);
    if (url.protocol === "https:" || url.protocol === "http:") return url.host;
    return url.protocol === "mailto:" ? url.pathname : null;
  } catch {
    return null;
  }
}
