import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../api/policy.ts";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { DraftReplay } from "./draft-replay.tsx";
import { ExplainForm } from "./explain-form.tsx";
import { GrantList } from "./grant-list.tsx";
import { HaltCard } from "./halt-card.tsx";
import { ProfileTable } from "./profile-table.tsx";
import { RuleFiles } from "./rule-files.tsx";

export function PolicyPage() {
  const { data, error, refetch } = useQuery(policyQuery());
  return (
    <Page
      title="Policy"
      lead="Which calls run, which ask first, and which never run. Rules decide; this page shows them at work."
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data && (
        <Card aria-labelledby="force" className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2">
            <h2 id="force" className="font-semibold">
              In force: profile {data.profile}
            </h2>
            <Tag title="Changes with every change of the rules">version {data.version}</Tag>
            {data.shadow_version && <Tag tone="accent">a shadow policy reports</Tag>}
          </div>
          <ProfileTable current={data.profile} />
          <RuleFiles rules={data.rules} />
          <p className="text-sm">
            {data.files.length === 0 ? (
              <>
                No rules of your own. Put Cedar files into the folder{" "}
                <code className="font-mono">policy/</code> of the server’s home, and start the
                server again.
              </>
            ) : (
              <>
                Your rules: <Plain text={data.files.join(", ")} />
              </>
            )}
          </p>
        </Card>
      )}
      <ExplainForm />
      <DraftReplay />
      <GrantList />
      <HaltCard />
    </Page>
  );
}
