import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { renameSession, type Session } from "../api/session.ts";
import { Button } from "../ui/button.tsx";

type TitleFormProps = { readonly session: Session; readonly onDone: () => void };

export function TitleForm({ session, onDone }: TitleFormProps) {
  const [title, setTitle] = useState(session.title);
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: () => renameSession(session.id, title),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["sessions"] });
      onDone();
    },
  });
  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it appears because someone chose to type here
        autoFocus
        aria-label="Title"
        maxLength={200}
        className="field h-8"
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      <Button small type="submit" look="primary" disabled={rename.isPending}>
        Save
      </Button>
      {rename.error && <span className="text-critical text-xs">{rename.error.message}</span>}
    </form>
  );
}
