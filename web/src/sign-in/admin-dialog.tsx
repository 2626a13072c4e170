import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Command } from "../ui/command.tsx";
import { Failure } from "../ui/failure.tsx";
import { Modal } from "../ui/modal.tsx";

type AdminDialogProps = {
  readonly why: string;
  readonly onConfirm: (key: string, keep: boolean) => Promise<void>;
  readonly onCancel: () => void;
};

export function AdminDialog({ why, onConfirm, onCancel }: AdminDialogProps) {
  const [key, setKey] = useState("");
  const [keep, setKeep] = useState(false);
  const field = useId();
  const confirm = useMutation({ mutationFn: () => onConfirm(key.trim(), keep) });
  return (
    <Modal title="Admin needed" onClose={onCancel}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        <p className="text-sm">{why}</p>
        <div className="flex flex-col gap-2 text-sm">
          <p>
            On the server’s machine, run this and open the link that it prints. Its tab asks for no
            key for 15 minutes.
          </p>
          <Command
            clone="npm run -s capstan -- console --admin"
            installed="npx capstan console --admin"
          />
        </div>
        <div className="flex flex-col gap-1">
          <label htmlFor={field} className="font-medium text-sm">
            Or paste the admin key
          </label>
          <input
            id={field}
            type="password"
            autoComplete="off"
            required
            className="field"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
          <details className="text-quiet text-xs">
            <summary className="w-fit hover:text-ink">I have no admin key</summary>
            <div className="mt-2 flex flex-col gap-2">
              <p>
                It was shown once, when the server first started. To make a new one, stop the server
                and run:
              </p>
              <Command
                clone="npm run -s capstan -- admin reset"
                installed="npx capstan admin reset"
              />
            </div>
          </details>
        </div>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="accent-accent"
            checked={keep}
            onChange={(event) => setKeep(event.target.checked)}
          />
          Stay admin in this tab for 15 minutes
        </label>
        {confirm.error && <Failure error={confirm.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" look="primary" disabled={confirm.isPending || key.trim() === ""}>
            Continue
          </Button>
        </div>
      </form>
    </Modal>
  );
}
