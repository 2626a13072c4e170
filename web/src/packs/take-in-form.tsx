import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FolderInput } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { addPack } from "../api/pack.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { forgetPacks } from "./forget-packs.ts";

/** What is wrong with a folder is said under it, and the folder stays typed. */
export function TakeInForm() {
  const [path, setPath] = useState("");
  const field = useId();
  const problem = useId();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const add = useMutation({
    mutationFn: async () => {
      const { id } = await addPack(path.trim());
      await forgetPacks(queries);
      await navigate({ to: "/packs/$id", params: { id } });
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
          Take in a folder of the server’s machine
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id={field}
            type="text"
            required
            maxLength={4_096}
            placeholder="/a/folder/with/SKILL.md"
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
            {add.isPending ? "Reading…" : "Take it in"}
          </Button>
        </div>
        <div id={problem}>
          {add.error ? (
            <Failure error={add.error} />
          ) : (
            <p className="text-quiet text-xs">
              It is copied as it is now, and attached to nothing until somebody attaches it.
            </p>
          )}
        </div>
      </form>
    </Card>
  );
}
