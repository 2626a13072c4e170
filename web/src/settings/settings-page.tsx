import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "../api/settings.ts";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Page } from "../ui/page.tsx";
import { HostLists } from "./host-lists.tsx";
import { ModelSetting } from "./model-setting.tsx";
import { QuotaList } from "./quota-list.tsx";
import { Secrets } from "./secrets.tsx";

export function SettingsPage() {
  const { data, error, refetch } = useQuery(settingsQuery());
  return (
    <Page
      title="Settings"
      lead="What this server runs with. The model and secrets are changed here, at once; the rest in settings.json, in the server’s home, with the next start."
    >
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={4} />}
      {data && <ModelSetting allowed={data.models} />}
      <Secrets />
      {data && <QuotaList quotas={data.quotas} />}
      {data && <HostLists allowed={data.allowed_hosts} reached={data.web_fetch_hosts} />}
    </Page>
  );
}
