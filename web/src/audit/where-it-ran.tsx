import { Link } from "@tanstack/react-router";
import { Plain } from "../ui/plain.tsx";

type Place = { readonly kind: "pack" | "mcp"; readonly id: string };

/** What brought the tool of a call, where that is a pack or a server: the call ran there. */
export function WhereItRan({ toolId }: { readonly toolId: string }) {
  const place = placeOf(toolId);
  if (!place) return null;
  const { kind, id } = place;
  return (
    <p className="text-sm">
      {kind === "mcp" ? "It ran on the MCP server " : "It ran a program of the pack "}
      <Link
        to={kind === "mcp" ? "/servers/$id" : "/packs/$id"}
        params={{ id }}
        className="text-accent underline underline-offset-2"
      >
        <Plain text={id} />
      </Link>
      .
    </p>
  );
}

function placeOf(toolId: string): Place | undefined {
  const [kind, id] = toolId.split(":");
  return (kind === "mcp" || kind === "pack") && id ? { kind, id } : undefined;
}
