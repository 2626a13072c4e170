import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { MessageSquarePlus, RefreshCw, Trash2, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { type PackDetails, packQuery, refreshPack, removePack } from "../api/pack.ts";
import { isMissing } from "../api/problem-error.ts";
import { toolsQuery } from "../api/tool.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { tellNumber } from "../base/tell-amount.ts";
import { ToolCard } from "../catalog/tool-card.tsx";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";
import { ChangeList } from "./change-list.tsx";
import { forgetPacks } from "./forget-packs.ts";
import { PackCalls } from "./pack-calls.tsx";
import { PackDoc } from "./pack-doc.tsx";
import { PackFiles } from "./pack-files.tsx";
import { packTokens, textTokens } from "./pack-tokens.ts";

export function PackPage() {
  const { id } = useParams({ from: "/packs/$id" });
  const { data, error, refetch } = useQuery(packQuery(id));
  if (data) return <PackView pack={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Pack not found" says={`There is no pack ${showHidden(id)}`}>
        <Link to="/packs" className={LINK}>
          All packs
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="Pack">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}

function PackView({ pack }: { readonly pack: PackDetails }) {
  const { id, name, description, path, entry_doc, warnings, tools_problem, folder_problem } = pack;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = useMutation({
    mutationFn: async () => {
      await refreshPack(id);
      await forgetPacks(queries);
    },
  });
  const remove = useMutation({
    mutationFn: async () => {
      await removePack(id);
      await navigate({ to: "/packs" });
      await forgetPacks(queries);
    },
  });
  const { data: tools } = useQuery(toolsQuery());
  const own = (tools?.items ?? []).filter(({ capability_id }) => capability_id === `pack:${id}`);
  const doc = pack.files.find((file) => file.path === entry_doc);
  return (
    <Page
      title={showHidden(name)}
      lead={<Plain text={description} />}
      actions={
        <>
          {pack.enabled && (
            <Link
              to="/"
              search={{ pack: id }}
              className="inline-flex h-9 items-center gap-2 rounded-lg bg-accent px-3 font-medium text-on-accent text-sm hover:bg-accent-strong"
            >
              <MessageSquarePlus size={15} aria-hidden />
              Use it in a new session
            </Link>
          )}
          {path !== null && (
            <Button
              icon={<RefreshCw size={14} aria-hidden />}
              disabled={refresh.isPending}
              onClick={() => refresh.mutate()}
            >
              {refresh.isPending ? "Reading…" : "Read the folder again"}
            </Button>
          )}
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
      {(refresh.error ?? remove.error) && <Failure error={refresh.error ?? remove.error} />}
      {folder_problem && <Note title="Its folder can no longer be read">{folder_problem}</Note>}
      {!pack.enabled && (
        <Note title="It is disabled">
          <p>
            No other session gets it, and sessions that have it do without its tools. To change
            that: <code>capstan capabilities enable pack:{id}</code>
          </p>
        </Note>
      )}
      {pack.changed_files.length > 0 && (
        <Note title="Its folder has changed since it was taken in">
          <ChangeList changes={pack.changed_files} />
          <p>
            Sessions stay on what they attached. Read the folder again to offer it to new ones as it
            is now.
          </p>
        </Note>
      )}
      {warnings.length > 0 && (
        <Note title="What was odd about it">
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {warnings.map((warning) => (
              <li key={warning}>
                <Plain text={warning} />
              </li>
            ))}
          </ul>
        </Note>
      )}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-quiet [&_dt]:text-xs">
        <Fact name="Id">
          <Plain text={id} />
        </Fact>
        <Fact name="Attached, it costs">about {tellNumber(packTokens(pack))} tokens a request</Fact>
        <Fact name="Opened, its doc costs">
          about {tellNumber(textTokens(doc?.size_bytes ?? 0))} tokens more
        </Fact>
        <Fact name="Taken in">
          <Time at={pack.updated_at} /> by <Plain text={pack.added_by.name} />
        </Fact>
        {path !== null && (
          <div className="col-span-2 sm:col-span-4">
            <dt>Folder</dt>
            <dd className="font-mono text-xs">
              <Plain text={path} />
            </dd>
          </div>
        )}
      </dl>
      <Section title="Tools that it says it needs">
        <AllowedTools names={pack.allowed_tools} />
      </Section>
      <Section title={`What it says: ${showHidden(entry_doc)}`}>
        <PackDoc pack={pack} />
      </Section>
      <Section title="Tools">
        {tools_problem && <Failure error={new Error(tools_problem)} />}
        {!tools_problem && pack.tools.length === 0 && (
          <p className="text-quiet text-sm">It brings none: it is read, and runs nothing.</p>
        )}
        {own.map((tool) => (
          <ToolCard
            key={tool.tool_id}
            tool={tool}
            open={false}
            command={pack.tools.find((it) => it.name === tool.name)?.command}
          />
        ))}
      </Section>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Section title="Files">
          <PackFiles pack={pack} />
        </Section>
        <Section title="Recent calls of the pack">
          <Card>
            <PackCalls packId={id} toolNames={pack.tools.map((tool) => tool.name)} />
          </Card>
        </Section>
      </div>
    </Page>
  );
}

function AllowedTools({ names }: { readonly names: readonly string[] | null }) {
  if (names === null) {
    return <p className="text-quiet text-sm">It says nothing about that.</p>;
  }
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((name) => (
        <li key={name} className="max-w-full">
          <Tag>
            <span className="truncate font-mono">
              <Plain text={name} />
            </span>
          </Tag>
        </li>
      ))}
      {names.length === 0 && <li className="text-quiet text-sm">None.</li>}
    </ul>
  );
}

type SectionProps = { readonly title: string; readonly children: ReactNode };

function Section({ title, children }: SectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col gap-3">
      <h2 id={heading} className="font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Note({ title, children }: SectionProps) {
  return (
    <div className="flex gap-2 rounded-lg bg-med-soft px-3 py-2 text-sm">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-med" />
      <div className="flex min-w-0 flex-1 flex-col gap-2 [overflow-wrap:anywhere]">
        <strong className="font-semibold">{title}</strong>
        {children}
      </div>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
