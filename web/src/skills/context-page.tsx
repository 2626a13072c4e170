import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { member } from "../api/json.ts";
import { isMissing } from "../api/problem-error.ts";
import { type Context, contextQuery, isWaiting } from "../api/skill.ts";
import { toolsQuery } from "../api/tool.ts";
import { showHidden } from "../base/hidden-characters.ts";
import { RecentCalls } from "../catalog/recent-calls.tsx";
import { LINK, MissingPage } from "../frame/lost-page.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { LongText } from "../ui/long-text.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Section } from "../ui/section.tsx";
import { StateTag, shownState } from "../ui/state-tag.tsx";
import { Time } from "../ui/time.tsx";
import { CancelRun } from "./cancel-run.tsx";
import { ContextEvents } from "./context-events.tsx";
import { ContextFacts } from "./context-facts.tsx";
import { ContextTurns } from "./context-turns.tsx";
import { RunEnd } from "./run-end.tsx";
import { ChildLink, RunState } from "./run-state.tsx";
import { toolIdOf, toolOf } from "./tool-of.ts";

export function ContextPage() {
  const { id } = useParams({ from: "/contexts/$id" });
  const { data, error, refetch } = useQuery(contextQuery(id));
  if (data) return <ContextView key={id} context={data} />;
  if (isMissing(error)) {
    return (
      <MissingPage title="Context not found" says={`There is no context ${showHidden(id)}`}>
        <Link to="/skills" className={LINK}>
          All skills
        </Link>
      </MissingPage>
    );
  }
  return (
    <Page title="Context">
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading rows={5} />}
    </Page>
  );
}

function ContextView({ context }: { readonly context: Context }) {
  const { id, skill, state, outcome, summary, facts, events, session_id } = context;
  const { data: tools } = useQuery(toolsQuery());
  return (
    <Page
      title={skill === null ? "The memory of a session" : `A run of ${showHidden(skill)}`}
      lead={
        <span className="font-mono text-sm [overflow-wrap:anywhere]">
          <Plain text={id} />
        </span>
      }
      actions={<StateTag state={shownState({ state, error: outcome?.error ?? null })} />}
    >
      {skill !== null && <RunState context={context} tool={toolOf(tools?.items, skill)} />}
      {skill !== null && context.owner !== null && isWaiting(context) && (
        <CancelRun context={context} />
      )}
      <About context={context} />
      <Delegations context={context} />
      <Section title="Turns">
        <ContextTurns events={events} />
      </Section>
      {outcome && (
        <Section title="What it ended with">
          <RunEnd {...context} />
        </Section>
      )}
      {skill !== null && session_id !== null && (
        <Section title="Calls in its session">
          <Card>
            <RecentCalls toolId={toolIdOf(skill)} sessionId={session_id} />
          </Card>
        </Section>
      )}
      <Section title="Facts">
        <ContextFacts facts={facts} />
      </Section>
      <Section title="Other events">
        <ContextEvents events={events} />
      </Section>
      <Section title="Summary of what is no longer kept">
        {summary === "" ? (
          <p className="text-quiet text-sm">None: nothing has been left out so far.</p>
        ) : (
          <Card>
            <LongText text={summary} />
          </Card>
        )}
      </Section>
    </Page>
  );
}

function About({ context }: { readonly context: Context }) {
  const { skill, owner, turn, version, session_id, detail, created_at, updated_at } = context;
  const bundle = member(detail, "bundle");
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4 [&_dd]:[overflow-wrap:anywhere] [&_dt]:text-quiet [&_dt]:text-xs">
      {skill !== null && (
        <Fact name="Skill">
          <Link to="/skills/$name" params={{ name: skill }} className={LINK}>
            <Plain text={skill} />
          </Link>
        </Fact>
      )}
      <Fact name="Whose it is">
        {owner === null ? "Its session’s" : <Plain text={owner.name} />}
      </Fact>
      <Fact name="Turns of this run">{turn}</Fact>
      <Fact name="Version">{version}, one more with each change</Fact>
      <Fact name="Began">
        <Time at={created_at} />
      </Fact>
      <Fact name="Moved last">
        <Time at={updated_at} />
      </Fact>
      <Fact name="Expires">
        {session_id === null ? "Never" : "Never; it is erased with its session"}
      </Fact>
      {session_id !== null && (
        <Fact name="Session">
          <Link to="/sessions/$id" params={{ id: session_id }} className={LINK}>
            Open it
          </Link>
        </Fact>
      )}
      {typeof bundle === "string" && (
        <div className="col-span-2 sm:col-span-4">
          <dt>Bundle that it runs, from its first turn to its last</dt>
          <dd className="font-mono text-xs">
            <Plain text={bundle} />
          </dd>
        </div>
      )}
    </dl>
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

/** Who handed over to it, and to whom it handed over. */
function Delegations({ context }: { readonly context: Context }) {
  const { parent, children } = context;
  if (parent === null && children.length === 0) return null;
  return (
    <Section title="Delegations">
      {parent !== null && (
        <p className="text-sm [overflow-wrap:anywhere]">
          Handed over to it by <ChildLink context_id={parent} target={parent} />
        </p>
      )}
      {children.length > 0 && (
        <ul className="flex flex-col gap-2">
          {children.map((child) => (
            <li key={child.context_id} className="flex flex-wrap items-center gap-2 text-sm">
              <StateTag state={child.state ?? "pending"} />
              <ChildLink {...child} />
              <span className="text-quiet text-xs">
                {child.is_delivered
                  ? "It has heard the end of it."
                  : isWaiting(context)
                    ? "It has not heard of it yet."
                    : "It was over before it heard of it."}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
