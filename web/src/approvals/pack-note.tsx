import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Package } from "lucide-react";
import type { ReactNode } from "react";
import type { Approval } from "../api/approval.ts";
import { isObject, member } from "../api/json.ts";
import { packQuery, sessionPacksQuery } from "../api/pack.ts";
import { Plain } from "../ui/plain.tsx";
import { packIdOf } from "./pack-id-of.ts";

type PackNoteProps = { readonly approval: Pick<Approval, "tool_id" | "inputs" | "session_id"> };

/** What a call does with a pack, in a sentence; nothing for a call that has to do with none. */
export function PackNote({ approval }: PackNoteProps) {
  const { tool_id, inputs } = approval;
  const packId = packIdOf(approval);
  const { data } = useQuery({ ...packQuery(packId), enabled: packId !== "" });
  const isOwn = tool_id.startsWith("pack:");
  const session = approval.session_id ?? "";
  const { data: attached } = useQuery({
    ...sessionPacksQuery(session),
    enabled: isOwn && session !== "",
  });
  if (packId === "") return null;
  // Only of the very bundle that runs: a session stays on the one that it attached.
  const isSame = attached?.items.some(({ id, digest }) => id === packId && digest === data?.digest);
  const name = tool_id.split(":").at(-1) ?? "";
  const command = isOwn && isSame ? data?.tools.find((tool) => tool.name === name)?.command : [];
  const pack = (
    <Link
      to="/packs/$id"
      params={{ id: packId }}
      className="font-medium underline underline-offset-2"
    >
      <Plain text={packId} />
    </Link>
  );
  const tools = data?.tools.map(({ name }) => name) ?? [];
  return (
    <div className="flex gap-2 rounded-lg bg-accent-soft px-3 py-2 text-sm">
      <Package size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {sentenceOf(name, isOwn)} {pack}
        {command && command.length > 0 ? (
          <Exact>{command.join(" ")}</Exact>
        ) : (
          <Rest tool={tool_id} inputs={inputs} tools={tools} />
        )}
      </p>
    </div>
  );
}

function sentenceOf(name: string, isOwn: boolean): string {
  if (isOwn) return "Runs a tool of the pack";
  switch (name) {
    case "open_docs":
      return "Gives the model the docs of the pack";
    case "read_file":
      return "Gives the model a file of the pack";
    case "enable_tools":
      return "Gives the model the tools of the pack";
    default:
      return "Runs a program for the pack";
  }
}

type RestProps = {
  readonly tool: string;
  readonly inputs: Approval["inputs"];
  readonly tools: readonly string[];
};

function Rest({ tool, inputs, tools }: RestProps): ReactNode {
  const text = (name: string) => {
    const value = isObject(inputs) ? member(inputs, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  const isShared = tool.startsWith("builtin:");
  if (!isShared) return ".";
  if (tool.endsWith(":read_file")) return <Exact>{text("path")}</Exact>;
  if (tool.endsWith(":exec_best_effort")) {
    const args = isObject(inputs) ? member(inputs, "args") : undefined;
    return <Exact>{[text("command"), ...(Array.isArray(args) ? args : [])].join(" ")}</Exact>;
  }
  if (!tool.endsWith(":enable_tools")) return ".";
  const named = tools.length > 0 && `: ${tools.join(", ")}`;
  return (
    <>
      , in this session
      {named && <Plain text={named} />}. Each of their calls asks again.
    </>
  );
}

function Exact({ children }: { readonly children: string }) {
  return (
    <>
      :{" "}
      <code className="font-mono text-xs">
        <Plain text={children} />
      </code>
    </>
  );
}
