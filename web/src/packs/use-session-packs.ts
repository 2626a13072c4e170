import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { attachPack, detachPack, sessionPacksQuery } from "../api/pack.ts";
import type { Session } from "../api/session.ts";
import type { PackChoice } from "./pack-choice.ts";

/** The packs of a session: attached and detached at once, and good from the next model call on. */
export function useSessionPacks({ id, packs }: Pick<Session, "id" | "packs">): PackChoice {
  const { data } = useQuery({ ...sessionPacksQuery(id), enabled: packs.length > 0 });
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["sessions", "one", id] }),
        queries.invalidateQueries({ queryKey: ["packs", "session", id] }),
        queries.invalidateQueries({ queryKey: ["usage", id] }),
      ]),
  });
  const described = new Map((data?.items ?? []).map((item) => [item.id, item.description]));
  return {
    chosen: packs.map((pack) => ({ ...pack, description: described.get(pack.id) ?? "" })),
    warnings: packs.length > 0 ? (data?.warnings ?? []) : [],
    busy: change.isPending,
    error: change.error,
    onAdd: (pack) => change.mutate(() => attachPack(id, pack.id)),
    onRemove: (packId) => change.mutate(() => detachPack(id, packId)),
  };
}
