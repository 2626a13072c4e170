import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { ProblemError } from "../api/problem-error.ts";
import { removeSecret, secretsQuery } from "../api/settings.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Loading } from "../ui/loading.tsx";
import { Plain } from "../ui/plain.tsx";
import { Time } from "../ui/time.tsx";
import { SecretForm } from "./secret-form.tsx";
import { SettingCard } from "./setting-card.tsx";

/** Their names, never their values. */
export function Secrets() {
  const { data, error, refetch } = useQuery(secretsQuery());
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: async (name: string) =>
      removeSecret(name, await askAdmin("Only an admin removes secrets.")),
    onSettled: () => queries.invalidateQueries({ queryKey: ["secrets"] }),
  });
  const mayNotRead = error instanceof ProblemError && error.status === 403;
  return (
    <SettingCard title="Secrets">
      <p className="text-quiet text-sm">
        Values that tools may use, and that cannot be read back. A capability refers to one as{" "}
        <code className="font-mono">&#36;{"{secret:NAME}"}</code>. An admin sets and removes them.
      </p>
      {mayNotRead && (
        <p className="text-sm">Your key may not see their names: it needs the scope approve.</p>
      )}
      {error && !mayNotRead && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={2} />}
      {remove.error && <Failure error={remove.error} />}
      {data?.items.length === 0 && <p className="text-sm">No secret is set.</p>}
      {data && data.items.length > 0 && (
        <ul className="divide-y">
          {data.items.map(({ name, tools, updated_at }) => (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
              <code className="font-mono [overflow-wrap:anywhere]">{name}</code>
              <span className="min-w-0 flex-1 text-quiet [overflow-wrap:anywhere]">
                {tools.length === 0 ? (
                  "for settings only"
                ) : (
                  <Plain text={`for ${tools.join(", ")}`} />
                )}{" "}
                · set <Time at={updated_at} />
              </span>
              <ConfirmButton
                icon={<Trash2 size={14} aria-hidden />}
                disabled={remove.isPending}
                confirm={`Really remove ${name}?`}
                onConfirm={() => remove.mutate(name)}
              >
                Remove
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      <SecretForm />
    </SettingCard>
  );
}
