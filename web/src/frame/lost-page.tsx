import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import type { ReactNode } from "react";
import { showHidden } from "../base/hidden-characters.ts";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";

type MissingPageProps = {
  readonly title: string;
  readonly says: string;
  /** Where to look for it instead. */
  readonly children?: ReactNode;
};

export const LINK = "text-accent underline underline-offset-2";

/** For an address that leads nowhere: what is wrong with it, and where to go instead. */
export function MissingPage({ title, says, children }: MissingPageProps) {
  return (
    <Page title={title}>
      <Empty icon={<Compass size={28} aria-hidden />} title={says}>
        <p>The link may be incomplete, or the item was deleted.</p>
        <p className="mt-3 flex flex-wrap justify-center gap-x-4 gap-y-2">
          <Link to="/" className={LINK}>
            Home
          </Link>
          {children}
        </p>
      </Empty>
    </Page>
  );
}

export function LostPage() {
  const address = showHidden(decode(location.pathname));
  return <MissingPage title="Page not found" says={`There is no page at ${address}`} />;
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
