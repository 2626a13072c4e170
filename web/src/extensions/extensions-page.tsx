import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Puzzle } from "lucide-react";
import { type Extension, extensionsQuery } from "../api/extension.ts";
import { plural } from "../base/tell-amount.ts";
import { SourceTabs } from "../catalog/source-tabs.tsx";
import { AddLink } from "../ui/add-link.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";

export function ExtensionsPage() {
  const { data, error, refetch } = useQuery(extensionsQuery());
  return (
    <Page
      title="Extensions"
      lead="Folders of commands that somebody else wrote. Each command is a tool, and runs in the sandbox."
      actions={<AddLink />}
    >
      <SourceTabs />
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.total === 0 && (
        <Empty icon={<Puzzle size={28} aria-hidden />} title="No extension yet">
          Add a folder that has a manifest.json and commands.
        </Empty>
      )}
      <ul className="flex flex-col gap-3">
        {data?.items.map((extension) => (
          <li key={extension.id}>
            <ExtensionRow extension={extension} />
          </li>
        ))}
      </ul>
    </Page>
  );
}

function ExtensionRow({ extension }: { readonly extension: Extension }) {
  const { id, name, version, description, enabled, problem, tools, warnings } = extension;
  return (
    <Link
      to="/extensions/$id"
      params={{ id }}
      className="flex flex-col gap-2 rounded-card border bg-surface p-4 shadow-card hover:border-accent"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <Plain text={name} />
        </span>
        <Tag>{enabled ? "Enabled" : "Disabled"}</Tag>
        {warnings.length > 0 && <Tag tone="med">{plural(warnings.length, "warning")}</Tag>}
        <span className="text-quiet text-xs sm:ml-auto">
          {toolWords(tools)} · <Plain text={version} />
        </span>
      </span>
      <span className="line-clamp-2 text-quiet text-sm [overflow-wrap:anywhere]">
        <Plain text={problem ?? description} />
      </span>
    </Link>
  );
}

/** What an extension declares and cannot do is not counted as if it could. */
function toolWords(tools: Extension["tools"]): string {
  const broken = tools.filter(({ problem }) => problem !== null).length;
  const all = plural(tools.length, "tool");
  return broken === 0 ? all : `${all}, ${broken} cannot run`;
}
