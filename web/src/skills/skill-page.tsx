import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { isMissing } from "../api/problem-error.ts";
import { type Skill, type SkillContract, skillQuery } from "../api/skill.ts";
import { toolsQuery } from "../api/tool.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Section } from "../ui/section.tsx";
import { Warnings } from "../ui/warnings.tsx";
import { ContextList } from "./context-list.tsx";
import { contractLines } from "./contract-words.ts";
import { RunForm } from "./run-form.tsx";
import { SkillState } from "./skill-state.tsx";
import { slugOf, toolOf } from "./tool-of.ts";

export function SkillPage() {
  const { name } = useParams({ from: "/skills/$name" });
  const { data, error, refetch } = useQuery(skillQuery(name));
  if (data) return <SkillView skill={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Skill not found" says={`There is no skill ${showHidden(name)}`}>
        <Link to="/skills" className={LINK}>
          All skills
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="Skill">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}

function SkillView({ skill }: { readonly skill: Skill }) {
  const { name, version, description, problem, contract, warnings, capability_id } = skill;
  const slug = slugOf(skill);
  const { data: tools } = useQuery(toolsQuery());
  const tool = toolOf(tools?.items, slug);
  return (
    <Page
      title={showHidden(name)}
      lead={<Plain text={description} />}
      actions={
        <>
          <SkillState skill={skill} tool={tool} />
          <Link to="/catalog/$id" params={{ id: capability_id }} className={`${LINK} text-sm`}>
            In the catalog
          </Link>
        </>
      }
    >
      {problem && <Failure error={new Error(problem)} />}
      {warnings.length > 0 && (
        <Warnings title="What was odd about its contract" warnings={warnings} />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
        <Section title="Run it">
          <Card className="flex flex-col gap-3">
            {tool && contract ? (
              <RunForm key={slug} skill={slug} tool={tool} contract={contract} />
            ) : (
              <p className="text-quiet text-sm">
                {tools ? "It cannot be run as it is." : "Its inputs are being read…"}
              </p>
            )}
          </Card>
        </Section>
        <Section title="Limits">
          <Card>
            {contract ? (
              <Contract contract={contract} version={version} />
            ) : (
              <p className="text-quiet text-sm">Its contract cannot be read.</p>
            )}
          </Card>
        </Section>
      </div>
      <Section title="Your runs">
        <ContextList skill={slug} />
      </Section>
    </Page>
  );
}

type ContractProps = { readonly contract: SkillContract; readonly version: string };

function Contract({ contract, version }: ContractProps) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-2 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-quiet [&_dt]:text-xs">
      {[{ name: "Version", words: version }, ...contractLines(contract)].map(({ name, words }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Plain text={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
