import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { listKeys, revokeKey, type Token } from "../api/key.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";
import { useFew } from "../ui/use-few.tsx";
import { KeyForm } from "./key-form.tsx";

/** Who may do what: only an admin sees and changes it. */
export function KeyList() {
  const askAdmin = useAdmin();
  const keys = useMutation({
    mutationFn: async () => listKeys(await askAdmin("Only an admin sees who has keys.")),
  });
  const revoke = useMutation({
    mutationFn: async (id: string) => {
      const token = await askAdmin("A revoked key ends at once.");
      await revokeKey(id, token);
      await keys.mutateAsync();
    },
  });
  const [shown, more] = useFew(keys.data?.items ?? [], 40);
  const error = keys.error ?? revoke.error;
  return (
    <Card aria-labelledby="keys" className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="keys" className="font-semibold">
          Who has keys
        </h2>
        {!keys.data && (
          <Button
            icon={<KeyRound size={14} aria-hidden />}
            disabled={keys.isPending}
            onClick={() => keys.mutate()}
          >
            Show the keys
          </Button>
        )}
      </header>
      <p className="text-quiet text-sm">
        The owner’s key, in the file <code className="font-mono">api-key</code> or in{" "}
        <code className="font-mono">CAPSTAN_API_KEY</code>, may invoke and approve. Beside it:
      </p>
      {error && <Failure error={error} />}
      {keys.data && (
        <ul className="divide-y">
          {shown.map((key) => (
            <KeyRow
              key={key.id}
              of={key}
              busy={revoke.isPending}
              onRevoke={() => revoke.mutate(key.id)}
            />
          ))}
        </ul>
      )}
      {more}
      <KeyForm onCreated={() => keys.data && keys.mutate()} />
    </Card>
  );
}

type KeyRowProps = { readonly of: Token; readonly busy: boolean; readonly onRevoke: () => void };

function KeyRow({ of, busy, onRevoke }: KeyRowProps) {
  const { name, scopes, created_at, expires_at, revoked_at } = of;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-2 py-2 text-sm">
      <span className="font-medium">
        <Plain text={name} />
      </span>
      {scopes.map((scope) => (
        <Tag key={scope} tone={scope === "admin" ? "high" : "neutral"}>
          {scope}
        </Tag>
      ))}
      <span className="min-w-0 flex-1 text-quiet">
        since <Time at={created_at} />
        {expires_at ? (
          <>
            , expires <Time at={expires_at} />
          </>
        ) : (
          ", no expiry"
        )}
      </span>
      {revoked_at ? (
        <span className="text-quiet">
          revoked <Time at={revoked_at} />
        </span>
      ) : (
        <ConfirmButton
          icon={null}
          disabled={busy}
          confirm={`Really end ${name}’s key?`}
          onConfirm={onRevoke}
        >
          Revoke
        </ConfirmButton>
      )}
    </li>
  );
}
