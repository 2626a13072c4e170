import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { createKey, type Scope } from "../api/key.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Failure } from "../ui/failure.tsx";

const MAY = {
  invoke: { words: "calls tools and talks to agents", scopes: ["invoke"] },
  approve: { words: "also answers approvals and reads the audit", scopes: ["invoke", "approve"] },
  admin: { words: "everything", scopes: ["invoke", "approve", "admin"] },
} as const satisfies Record<Scope, { words: string; scopes: readonly Scope[] }>;

const DAY_S = 86_400;

/** A key for another program or person, shown once. */
export function KeyForm({ onCreated }: { readonly onCreated: () => void }) {
  const [name, setName] = useState("");
  const [may, setMay] = useState<Scope>("invoke");
  const [days, setDays] = useState("90");
  const field = useId();
  const askAdmin = useAdmin();
  const create = useMutation({
    mutationFn: async () =>
      createKey(
        {
          name: name.trim(),
          scopes: MAY[may].scopes,
          ...(days !== "" && { expires_in_s: Number(days) * DAY_S }),
        },
        await askAdmin("Only an admin gives out keys."),
      ),
    onSuccess: () => {
      setName("");
      onCreated();
    },
  });
  return (
    <form
      aria-label="A new key"
      className="flex flex-col gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_auto_auto]">
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={field} className="font-medium text-sm">
            A new key for
          </label>
          <input
            id={field}
            className="field"
            maxLength={64}
            placeholder="nightly-report"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Choice<Scope>
          label="It may"
          value={may}
          options={(["invoke", "approve", "admin"] as const).map((scope) => [
            scope,
            `${scope}: ${MAY[scope].words}`,
          ])}
          onChange={setMay}
        />
        <Choice
          label="Expiry"
          value={days}
          options={[
            ["1", "a day"],
            ["30", "30 days"],
            ["90", "90 days"],
            ["", "no expiry"],
          ]}
          onChange={setDays}
        />
        <Button look="primary" type="submit" disabled={name.trim() === "" || create.isPending}>
          Create
        </Button>
      </div>
      {create.error && <Failure error={create.error} />}
      {create.data && (
        <div role="status" className="flex flex-col gap-2 rounded-lg bg-low-soft p-3 text-sm">
          <p>The key of {create.data.name}. It is shown this once:</p>
          <p className="flex items-center gap-2">
            <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{create.data.token}</code>
            <CopyButton text={create.data.token} label="Copy the key" />
          </p>
        </div>
      )}
    </form>
  );
}
