import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { OctagonPause } from "lucide-react";
import { haltQuery } from "../api/halt.ts";
import { Plain } from "../ui/plain.tsx";

export function HaltBanner() {
  const { data } = useQuery(haltQuery());
  if (!data?.halt) return null;
  const { by, reason } = data.halt;
  return (
    <div
      role="status"
      className="flex items-center gap-3 bg-critical-soft px-4 py-2 text-critical text-sm"
    >
      <OctagonPause size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 truncate">
        Everything is stopped by <Plain text={by.name} />
        {reason && (
          <>
            : <Plain text={reason} />
          </>
        )}
        . Nothing new starts.
      </p>
      <Link to="/policy" className="font-medium underline underline-offset-2">
        Resume
      </Link>
    </div>
  );
}
