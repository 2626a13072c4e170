import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Trash2, Wrench } from "lucide-react";
import { useState } from "react";
import { type Capability, capabilitiesQuery, removeCapability } from "../api/capability.ts";
import { allToolsQuery } from "../api/tool.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { kindWords, sourceWords } from "../base/source-words.ts";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { useFew } from "../ui/use-few.tsx";
import { AccessCard } from "./access-card.tsx";
import { Documentation, OddParts } from "./documentation.tsx";
import { ExampleTasks } from "./example-tasks.tsx";
import { Permissions } from "./permissions.tsx";
import { SchemaTable } from "./schema-table.tsx";
import { StatusTag } from "./status-tag.tsx";
import { ToolCard } from "./tool-card.tsx";

export function CapabilityPage() {
  const { id } = useParams({ from: "/catalog/$id" });
  const { data: capabilities, error } = useQuery(capabilitiesQuery());
  const { data: tools } = useQuery(allToolsQuery());
  const capability = capabilities?.items.find((item) => item.id === id);
  const own = (tools?.items ?? []).filter(({ capability_id }) => capability_id === id);
  const [shown, more] = useFew(own, 40);
  const [tried, setTried] = useState<{ readonly toolId: string } | null>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: async () => {
      await removeCapability(id);
      await navigate({ to: "/catalog" });
      await queries.invalidateQueries({ queryKey: ["capabilities"] });
    },
  });
  if (!capability && capabilities) {
    return (
      <MissingPage title="Capability not found" says={`There is no capability ${showHidden(id)}`}>
        <Link to="/catalog" className={LINK}>
          The catalog
        </Link>
      </MissingPage>
    );
  }
  if (!capability) {
    return <Page title="Capability">{error ? <Failure error={error} /> : <Loading />}</Page>;
  }
  const { name, description, status, kind, version, dependencies, system_prompt, problem } =
    capability;
  const isInstalled = kind === "agent" || kind === "skill";
  return (
    <Page
      title={name}
      lead={<Plain text={description} />}
      actions={
        <>
          <StatusTag status={status} />
          <Tag>{kindWords(kind)}</Tag>
          <OwnPage kind={kind} id={id} />
          {kind === "ext" && (
            <ConfirmButton
              icon={<Trash2 size={14} aria-hidden />}
              disabled={remove.isPending}
              confirm="Really remove it?"
              onConfirm={() => remove.mutate()}
            >
              Remove
            </ConfirmButton>
          )}
        </>
      }
    >
      {remove.error && <Failure error={remove.error} />}
      {problem && <Failure error={new Error(problem)} />}
      {isInstalled && <OddParts id={id} problem={problem} />}
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-quiet [&_dt]:text-xs">
        <Fact name="Id" value={id} />
        <Fact name="Version" value={version} />
        <Fact name="Source" value={sourceWords(kind)} />
        <Fact name="Needs" value={dependencies?.join(", ") || "nothing else"} />
      </dl>
      <Permissions tools={own} />
      {own.length > 0 && <AccessCard id={id} />}
      {isInstalled && (
        <ExampleTasks
          tools={own.filter(({ enabled }) => enabled)}
          onTry={(toolId) => setTried({ toolId })}
        />
      )}
      <section aria-labelledby="tools" className="flex flex-col gap-3">
        <h2 id="tools" className="font-semibold">
          Tools
        </h2>
        {own.length === 0 && (
          <Empty icon={<Wrench size={24} aria-hidden />} title="No tools">
            {whyNoTools(capability)}
          </Empty>
        )}
        {shown.map((tool) => (
          <ToolCard
            key={tool.tool_id}
            tool={tool}
            open={own.length === 1}
            tried={tried?.toolId === tool.tool_id ? tried : null}
          />
        ))}
        {more}
      </section>
      {isInstalled && <Documentation id={id} />}
      {system_prompt && (
        <section aria-labelledby="prompt" className="flex flex-col gap-3">
          <h2 id="prompt" className="font-semibold">
            System prompt
          </h2>
          <Card>
            <LongText text={system_prompt} />
          </Card>
        </section>
      )}
      {capability.config_schema && (
        <section aria-labelledby="configuration" className="flex flex-col gap-3">
          <h2 id="configuration" className="font-semibold">
            What an agent may configure
          </h2>
          <Card>
            <SchemaTable schema={capability.config_schema} />
          </Card>
        </section>
      )}
    </Page>
  );
}

function whyNoTools({ status, problem }: Capability): string {
  if (problem !== undefined) return "It cannot be used as it is: what is wrong stands above.";
  return status === "coming_soon"
    ? "This capability is announced and does nothing yet."
    : "This capability brings only a system prompt.";
}

/** A skill, a pack and a server say more of themselves on a page of their own. */
function OwnPage({ kind, id }: Pick<Capability, "kind" | "id">) {
  if (kind === "skill") {
    return (
      <Link
        to="/skills/$name"
        params={{ name: id.slice(id.indexOf(":") + 1) }}
        className="text-accent text-sm underline underline-offset-2"
      >
        The page of the skill
      </Link>
    );
  }
  if (kind !== "pack" && kind !== "mcp") return null;
  return (
    <Link
      to={kind === "pack" ? "/packs/$id" : "/servers/$id"}
      params={{ id: id.slice(id.indexOf(":") + 1) }}
      className="text-accent text-sm underline underline-offset-2"
    >
      {kind === "pack" ? "The page of the pack" : "The page of the server"}
    </Link>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Plain text={value} />
      </dd>
    </div>
  );
}
