import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderPlus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { accessQuery, type Opening, putAccess, type Wanted } from "../api/access.ts";
import { ProblemError } from "../api/problem-error.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { withAdmin } from "../sign-in/with-admin.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Plain } from "../ui/plain.tsx";
import { Tag } from "../ui/tag.tsx";
import { Time } from "../ui/time.tsx";

/** Folders and hosts that people opened to a capability: who, since when, and how to close them. */
export function AccessCard({ id }: { readonly id: string }) {
  const { data, error } = useQuery(accessQuery(id));
  const queries = useQueryClient();
  const askAdmin = useAdmin();
  const change = useMutation({
    mutationFn: async (items: readonly Wanted[]) => {
      const answer = await withAdmin((token) => putAccess(id, items, token), askAdmin);
      queries.setQueryData(accessQuery(id).queryKey, answer);
    },
  });
  // Who may not approve does not see what is open either.
  if (error instanceof ProblemError && error.code === "SCOPE_MISSING") return null;
  const items = data?.items ?? [];
  const given = items.filter(({ from }) => from === "given");
  return (
    <section aria-labelledby="access" className="flex flex-col gap-3">
      <h2 id="access" className="font-semibold">
        Access
      </h2>
      <Card className="flex flex-col gap-3">
        {error && <Failure error={error} />}
        {data && items.length === 0 && (
          <p className="text-sm">
            No folder of this machine and no host is open to it. A call that needs one asks you.
          </p>
        )}
        {items.length > 0 && (
          <ul className="flex flex-col gap-2">
            {items.map((item) => (
              <OpeningRow
                key={`${item.root ?? item.host} ${item.verbs} ${item.session_id} ${item.from} ${item.machine}`}
                item={item}
                busy={change.isPending}
                onClose={() => change.mutate(given.filter((it) => it !== item))}
              />
            ))}
          </ul>
        )}
        <OpenFolder
          busy={change.isPending}
          onOpen={(folder) => change.mutateAsync([...given, folder])}
        />
        {change.error && <Failure error={change.error} />}
      </Card>
    </section>
  );
}

type OpeningRowProps = {
  readonly item: Opening;
  readonly busy: boolean;
  readonly onClose: () => void;
};

function OpeningRow({ item, busy, onClose }: OpeningRowProps) {
  const { root, host, verbs, from, given_by, given_at, session_id, is_here, is_same } = item;
  const name = root ?? host ?? "";
  const way = verbs.includes("write") ? "to read and to change" : "to read";
  return (
    <li className="flex items-start gap-2 text-sm">
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <code className="font-mono text-xs">
            <Plain text={name} />
          </code>{" "}
          {root === null ? "can be reached" : way}{" "}
          {is_same === false && <Tag tone="critical">Another folder by now: open it again</Tag>}
          {!is_here && <Tag>On another machine</Tag>}
        </p>
        <p className="text-quiet text-xs">
          {from === "settings" ? (
            "Opened in the settings, and closed there"
          ) : from === "definition" ? (
            "Opened by its definition"
          ) : (
            <>
              Opened by <Plain text={given_by.name} /> {given_at && <Time at={given_at} />}
              {session_id === null ? "" : ", for one session"}
            </>
          )}
        </p>
      </div>
      {from === "given" && (
        <IconButton label={`Close ${name}`} disabled={busy} onClick={onClose}>
          <X size={15} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

type OpenFolderProps = {
  readonly busy: boolean;
  readonly onOpen: (folder: Wanted) => Promise<void>;
};

function OpenFolder({ busy, onOpen }: OpenFolderProps) {
  const [root, setRoot] = useState("");
  const [write, setWrite] = useState(false);
  const field = useId();
  const open = async (event: FormEvent) => {
    event.preventDefault();
    const verbs: Wanted["verbs"] = write ? ["read", "write"] : ["read"];
    await onOpen({ root: root.trim(), host: null, verbs, session_id: null }).then(
      () => setRoot(""),
      // It is told below.
      () => undefined,
    );
  };
  return (
    <form onSubmit={open} className="flex flex-wrap items-center gap-2 border-t pt-3">
      <label htmlFor={field} className="sr-only">
        A folder of this machine
      </label>
      <input
        id={field}
        type="text"
        required
        maxLength={4_096}
        placeholder="/a/folder/of/this/machine"
        className="field h-9 w-full min-w-0 font-mono text-xs sm:w-auto sm:flex-1"
        value={root}
        onChange={(event) => setRoot(event.target.value)}
      />
      <label className="flex min-h-9 items-center gap-1.5 text-sm">
        <input
          type="checkbox"
          checked={write}
          onChange={(event) => setWrite(event.target.checked)}
        />
        to change as well
      </label>
      <Button type="submit" icon={<FolderPlus size={14} aria-hidden />} disabled={busy}>
        Open the folder
      </Button>
    </form>
  );
}
