import { useQuery } from "@tanstack/react-query";
import { Unplug } from "lucide-react";
import { haltQuery } from "../api/halt.ts";
import { ProblemError } from "../api/problem-error.ts";

/** What is on the page may be old: the server has stopped answering. */
export function ConnectionBanner() {
  const { error } = useQuery(haltQuery());
  if (!(error instanceof ProblemError) || error.status !== 0) return null;
  return (
    <div role="status" className="flex items-center gap-3 bg-high-soft px-4 py-2 text-high text-sm">
      <Unplug size={16} aria-hidden className="shrink-0" />
      <p>The server does not answer. Nothing is lost; this page tries again by itself.</p>
    </div>
  );
}
