import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { settingsQuery } from "../api/settings.ts";
import { LINK } from "../frame/lost-page.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { Plain } from "../ui/plain.tsx";
import { HostLists } from "./host-lists.tsx";
import { QuotaList } from "./quota-list.tsx";
import { Secrets } from "./secrets.tsx";
import { SettingCard } from "./setting-card.tsx";

export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <Page
      title="Settings"
      lead="What this server runs with. Secrets are changed here; everything else in settings.json, in the server’s home, and takes effect with the next start."
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data && (
        <SettingCard title="Model" settings={["model", "models"]}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
            <dt className="text-quiet">Default</dt>
            <dd>
              <code className="font-mono [overflow-wrap:anywhere]">
                <Plain text={data.model} />
              </code>
              {data.model === "offline" && " (ships with Capstan, and needs no key)"}
            </dd>
            <dt className="text-quiet">An agent may name</dt>
            <dd className="[overflow-wrap:anywhere]">
              <Plain text={data.models?.join(", ") ?? "a model of any provider"} />
            </dd>
          </dl>
          <p className="text-quiet text-sm">
            The environment variable <code className="font-mono">CAPSTAN_MODEL</code> overrides{" "}
            <code className="font-mono">model</code>. One agent’s model is set on{" "}
            <Link to="/agents" className={LINK}>
              its page
            </Link>
            .
          </p>
        </SettingCard>
      )}
      <Secrets />
      {data && <QuotaList quotas={data.quotas} />}
      {data && <HostLists allowed={data.allowed_hosts} reached={data.web_fetch_hosts} />}
    </Page>
  );
}
