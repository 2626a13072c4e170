import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FolderInput } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { installExtension } from "../api/extension.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { forgetExtensions } from "./forget-extensions.ts";

/** What is wrong with a folder is said under it, and the folder stays typed. */
export function InstallForm() {
  const [path, setPath] = useState("");
  const field = useId();
  const problem = useId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const askAdmin = useAdmin();
  const add = useMutation({
    mutationFn: async () => {
      const token = await askAdmin("Only an admin installs extensions: their programs run here.");
      const { id } = await installExtension(path.trim(), token);
      await forgetExtensions(queries);
      await navigate({ to: "/extensions/$id", params: { id } });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== "") add.mutate();
  };
  return (
    <Card>
      <form onSubmit={submit} className="flex flex-col gap-2">
        <label htmlFor={field} className="font-medium text-sm">
          Install a folder of the server’s machine
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={field}
            type="text"
            required
            maxLength={4_096}
            placeholder="/a/folder/with/manifest.json"
            aria-invalid={add.error !== null}
            aria-describedby={problem}
            className="field h-9 w-full min-w-0 font-mono text-xs sm:w-auto sm:flex-1"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
          <Button
            type="submit"
            look="primary"
            icon={<FolderInput size={14} aria-hidden />}
            disabled={add.isPending}
          >
            {add.isPending ? "Reading…" : "Install"}
          </Button>
        </div>
        <div id={problem}>
          {add.error ? (
            <Failure error={add.error} />
          ) : (
            <p className="text-quiet text-xs">
              It is copied as it is now. Nothing of it runs, and nothing of its install plan.
            </p>
          )}
        </div>
      </form>
    </Card>
  );
}
