import { ShieldAlert, ShieldCheck } from "lucide-react";
import type { Overview } from "../api/overview.ts";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Plain } from "../ui/plain.tsx";

/** What isolates programs on the server, or why nothing does and what helps. */
export function SandboxCard({ sandbox }: { readonly sandbox: Overview["sandbox"] }) {
  const { enforcement, problem } = sandbox;
  const Icon = problem ? ShieldAlert : ShieldCheck;
  return (
    <Card aria-labelledby="sandbox" className="flex gap-3">
      <Icon
        size={18}
        aria-hidden
        className={problem ? "shrink-0 text-high" : "shrink-0 text-low"}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 text-sm">
        <h2 id="sandbox" className="font-medium">
          {problem ? titleOf(enforcement) : `Programs are isolated by ${enforcement}`}
        </h2>
        {problem && (
          <p className="text-quiet [overflow-wrap:anywhere]">
            <Plain text={problem.message} />
          </p>
        )}
        {problem && problem.command !== null && (
          <div className="flex items-start gap-2 rounded-md bg-sunken py-1 pr-1 pl-3">
            <pre className="min-w-0 flex-1 self-center whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
              {problem.command}
            </pre>
            <CopyButton text={problem.command} label="Copy the command" />
          </div>
        )}
      </div>
    </Card>
  );
}

function titleOf(enforcement: string): string {
  return enforcement === "off" ? "Programs are not isolated" : "Programs of others are not run";
}
