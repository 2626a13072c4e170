import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { type HubInstall, hubInstalledQuery, hubKeysQuery, removeHubInstall } from "../api/hub.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";

/** What was installed, what is newer, and what was taken back. */
export function InstalledList() {
  const { data, error, refetch } = useQuery(hubInstalledQuery());
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!data || data.total === 0) return null;
  return (
    <section aria-labelledby="installed" className="flex flex-col gap-3">
      <h2 id="installed" className="font-semibold">
        Installed
      </h2>
      <ul className="flex flex-col gap-3">
        {data.items.map((install) => (
          <li key={install.id}>
            <InstalledRow install={install} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function InstalledRow({ install }: { readonly install: HubInstall }) {
  const { id, version, kind, update, withdrawn, problem, fingerprint, source } = install;
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      await removeHubInstall(id, await askAdmin("Only an admin removes what was installed."));
      await queries.invalidateQueries();
    },
  });
  // What no hub lists is looked at again where it came from.
  const isListed = useQuery(hubKeysQuery()).data?.hubs.some(({ url }) => url === source);
  const wanted = isListed ? { name: id, hub: source } : { name: source };
  return (
    <div className="flex flex-col gap-2 rounded-card border bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to="/hub/item"
          search={wanted}
          className="min-w-0 font-medium underline-offset-2 [overflow-wrap:anywhere] hover:underline"
        >
          <Plain text={id} />
        </Link>
        <Tag>{kind}</Tag>
        <span className="text-quiet text-sm">
          <Plain text={version} />
        </span>
        {withdrawn !== null && <Tag tone="critical">Withdrawn</Tag>}
        {update !== null && <Tag tone="accent">Update to {update}</Tag>}
        <span className="sm:ml-auto">
          <ConfirmButton
            icon={<Trash2 size={14} aria-hidden />}
            disabled={remove.isPending}
            confirm="Really remove it?"
            onConfirm={() => remove.mutate()}
          >
            Remove
          </ConfirmButton>
        </span>
      </div>
      {problem !== null && (
        <p className="text-critical text-sm [overflow-wrap:anywhere]">
          <Plain text={problem} />
        </p>
      )}
      <p className="text-quiet text-xs [overflow-wrap:anywhere]">
        <Plain text={`From ${source}. `} />
        {fingerprint === null ? "Unsigned. " : <Plain text={`Signed by ${fingerprint}. `} />}
      </p>
      {remove.error && <Failure error={remove.error} />}
    </div>
  );
}
