import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import {
  type ExtensionDetails,
  enableExtension,
  extensionQuery,
  removeExtension,
} from "../api/extension.ts";
import { isMissing } from "../api/problem-error.ts";
import { toolsQuery } from "../api/tool.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { AccessCard } from "../catalog/access-card.tsx";
import { ToolCard } from "../catalog/tool-card.tsx";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { forgetExtensions } from "./forget-extensions.ts";

export function ExtensionPage() {
  const { id } = useParams({ from: "/extensions/$id" });
  const { data, error, refetch } = useQuery(extensionQuery(id));
  if (data) return <ExtensionView extension={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Extension not found" says={`There is no extension ${showHidden(id)}`}>
        <Link to="/extensions" className={LINK}>
          All extensions
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="Extension">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}

function ExtensionView({ extension }: { readonly extension: ExtensionDetails }) {
  const { id, name, description, version, enabled, problem, warnings, capability_id } = extension;
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: tools } = useQuery(toolsQuery());
  const enable = useMutation({
    mutationFn: async () => {
      await enableExtension(id, !enabled, await askAdmin("Only an admin enables extensions."));
      await forgetExtensions(queries);
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      await removeExtension(id, await askAdmin("Only an admin removes extensions."));
      await navigate({ to: "/extensions" });
      await forgetExtensions(queries);
    },
  });
  const own = (tools?.items ?? []).filter((tool) => tool.capability_id === capability_id);
  const broken = extension.tools.filter((tool) => tool.problem !== null);
  const failed = enable.error ?? remove.error;
  return (
    <Page
      title={name}
      lead={<Plain text={description} />}
      actions={
        <>
          <Button onClick={() => enable.mutate()} disabled={enable.isPending}>
            {enabled ? "Disable" : "Enable"}
          </Button>
          <ConfirmButton
            icon={<Trash2 size={14} aria-hidden />}
            disabled={remove.isPending}
            confirm="Really remove it?"
            onConfirm={() => remove.mutate()}
          >
            Remove
          </ConfirmButton>
        </>
      }
    >
      {failed && <Failure error={failed} />}
      <p className="flex flex-wrap items-center gap-2 text-quiet text-sm">
        <Tag>{enabled ? "Enabled" : "Disabled"}</Tag>
        <code className="font-mono text-xs [overflow-wrap:anywhere]">
          <Plain text={capability_id} />
        </code>
        version <Plain text={version} />
      </p>
      {problem && (
        <p role="status" className="text-critical text-sm">
          <Plain text={problem} />
        </p>
      )}
      <Lines title="Warnings" lines={warnings} />
      <section aria-labelledby="commands" className="flex flex-col gap-3">
        <h2 id="commands" className="font-semibold">
          Commands
        </h2>
        {own
          .filter(({ enabled: runs }) => runs)
          .map((tool) => (
            <ToolCard key={tool.tool_id} tool={tool} open={false} />
          ))}
        {broken.map((tool) => (
          <p key={tool.tool_id} className="text-sm [overflow-wrap:anywhere]">
            <code className="font-mono text-xs">
              <Plain text={tool.tool_id} />
            </code>{" "}
            does not run: <Plain text={tool.problem ?? ""} />
          </p>
        ))}
      </section>
      <AccessCard id={capability_id} />
      <PlanCard plan={extension.plan} capabilityId={`${capability_id}.install-plan`} />
    </Page>
  );
}

type PlanCardProps = {
  readonly plan: ExtensionDetails["plan"];
  /** Of the tools of its steps. */
  readonly capabilityId: string;
};

function PlanCard({ plan, capabilityId }: PlanCardProps) {
  if (plan.length === 0) return null;
  return (
    <Card aria-labelledby="plan">
      <h2 id="plan" className="font-semibold">
        Install plan
      </h2>
      <p className="mt-1 text-quiet text-sm">
        What its author wants done to the machine. None of it was run. A step that is a program is a
        tool of its own, of high risk: it goes through the gate, and runs in the sandbox.{" "}
        {plan.some(({ tool, problem }) => tool !== null && problem === null) && (
          <Link to="/catalog/$id" params={{ id: capabilityId }} className={LINK}>
            Tools of the plan
          </Link>
        )}
      </p>
      <ol className="mt-3 flex flex-col gap-2">
        {plan.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps have no other name, and stay in order
          <li key={at} className="min-w-0 text-sm">
            <span className="font-medium">
              <Plain text={`${step.when}: ${step.action}`} />
            </span>
            {step.details !== "{}" && (
              <code className="block font-mono text-quiet text-xs [overflow-wrap:anywhere]">
                <Plain text={step.details} />
              </code>
            )}
            <span className="block text-quiet text-xs [overflow-wrap:anywhere]">
              <Plain text={step.problem ?? `Its tool: ${step.tool}`} />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Card>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {lines.map((line) => (
          <li key={line} className="[overflow-wrap:anywhere]">
            <Plain text={line} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
