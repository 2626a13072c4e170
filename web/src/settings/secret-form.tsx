import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { putSecret } from "../api/settings.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";

/** Sets a secret, or gives one that exists another value. */
export function SecretForm() {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [tools, setTools] = useState("");
  const ids = { name: useId(), value: useId(), tools: useId() };
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const set = useMutation({
    mutationFn: async () => {
      const patterns = tools.split(/[\s,]+/).filter(Boolean);
      return putSecret(name, value, patterns, await askAdmin("Only an admin sets secrets."));
    },
    onSuccess: () => {
      setName("");
      setValue("");
      setTools("");
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["secrets"] }),
  });
  return (
    <form
      aria-label="Set a secret"
      className="flex flex-col gap-3 border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate();
      }}
    >
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={ids.name} className="font-medium text-sm">
            Secret name
          </label>
          <input
            id={ids.name}
            className="field font-mono"
            maxLength={64}
            placeholder="DESK_KEY"
            value={name}
            onChange={(event) => setName(event.target.value.toUpperCase())}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={ids.value} className="font-medium text-sm">
            Value
          </label>
          <input
            id={ids.value}
            type="password"
            autoComplete="off"
            className="field"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-1">
          <label htmlFor={ids.tools} className="font-medium text-sm">
            Tools that may use it
          </label>
          <input
            id={ids.tools}
            className="field font-mono"
            placeholder="ext:tickets:*"
            value={tools}
            onChange={(event) => setTools(event.target.value)}
          />
        </div>
        <Button
          look="primary"
          type="submit"
          disabled={name === "" || value === "" || set.isPending}
        >
          Set
        </Button>
      </div>
      {set.error && <Failure error={set.error} />}
      {set.data && (
        <p role="status" className="text-sm">
          {set.data.secret.name} is set. {set.data.warning && <Plain text={set.data.warning} />}
        </p>
      )}
    </form>
  );
}
