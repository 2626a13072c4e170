import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";

export function LostPage() {
  return (
    <Page title="Nothing here">
      <Empty icon={<Compass size={28} aria-hidden />} title="There is no page at this address.">
        <Link to="/" className="text-accent underline underline-offset-2">
          Start a session
        </Link>
      </Empty>
    </Page>
  );
}
