import { Link } from "@tanstack/react-router";
import type { Tool } from "../api/tool.ts";
import { sourceWords } from "../base/source-words.ts";
import { Plain } from "../ui/plain.tsx";

/** Where a tool comes from, and exactly which one it is. */
export function Provenance({ tool }: { readonly tool: Tool }) {
  return (
    <p className="text-quiet text-xs [overflow-wrap:anywhere]">
      {sourceWords(tool.source_type)} ·{" "}
      <Link
        to="/catalog/$id"
        params={{ id: tool.capability_id }}
        className="underline underline-offset-2 hover:text-ink"
      >
        <Plain text={tool.tool_id} />
      </Link>{" "}
      {tool.version} · trust: {tool.trust} ·{" "}
      <span title={tool.digest} className="font-mono">
        {tool.digest.slice(0, 19)}…
      </span>
    </p>
  );
}
