import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { addFoundServer, type FoundMcpServer, foundServersQuery } from "../api/server.ts";
import { useAdmin } from "../sign-in/admin.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Failure } from "../ui/failure.tsx";
import { Plain } from "../ui/plain.tsx";
import { forgetServers } from "./forget-servers.ts";
import { targetOf } from "./server-words.ts";

/** What trusted projects ask for: shown, and started only when an admin adds it. */
export function FoundServers() {
  const { data } = useQuery(foundServersQuery());
  const open = data?.items.filter(({ is_added }) => !is_added) ?? [];
  if (open.length === 0) return null;
  return (
    <Card aria-labelledby="found">
      <h2 id="found" className="font-semibold">
        Found in projects
      </h2>
      <p className="mt-1 text-quiet text-sm">
        Projects that you trust ask for these. Nothing of them runs until an admin adds it.
      </p>
      <ul className="mt-3 flex flex-col divide-y">
        {open.map((server) => (
          <li key={`${server.project} ${server.id}`} className="py-3 first:pt-0 last:pb-0">
            <FoundServer server={server} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FoundServer({ server }: { readonly server: FoundMcpServer }) {
  const { id, project, problem } = server;
  const askAdmin = useAdmin();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const add = useMutation({
    mutationFn: async () => {
      const why = "Only an admin adds servers: they run here, or calls go to them.";
      const { asks } = await addFoundServer(server, await askAdmin(why));
      await forgetServers(queries);
      const [asked] = asks?.approval_ids ?? [];
      if (asked) await navigate({ to: "/approvals/$id", params: { id: asked } });
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">
            <Plain text={id || ".mcp.json"} />
          </p>
          <p className="truncate text-quiet text-xs">
            found in project <Plain text={project} />
          </p>
          <code className="block truncate font-mono text-quiet text-xs">
            <Plain text={problem ?? targetOf(server)} />
          </code>
        </div>
        {problem === null && (
          <Button onClick={() => add.mutate()} disabled={add.isPending} aria-label={`Add ${id}`}>
            {add.isPending ? "Adding…" : "Add"}
          </Button>
        )}
      </div>
      {add.error && <Failure error={add.error} />}
    </div>
  );
}
