import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { attachPack, detachPack, sessionPacksQuery } from "../api/pack.ts";
import type { Session } from "../api/session.ts";
import type { ChosenPack, PackChoice } from "./pack-choice.ts";

type Change = { readonly pack: Omit<ChosenPack, "changed">; readonly isAttached: boolean };

/** The packs of a session: attached and detached at once, and good from the next model call on. */
export function useSessionPacks({ id, packs }: Pick<Session, "id" | "packs">): PackChoice {
  const { data } = useQuery({ ...sessionPacksQuery(id), enabled: packs.length > 0 });
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: ({ pack, isAttached }: Change) =>
      (isAttached ? attachPack : detachPack)(id, pack.id),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["sessions", "one", id] }),
        queries.invalidateQueries({ queryKey: ["packs", "session", id] }),
        queries.invalidateQueries({ queryKey: ["usage", id] }),
      ]),
  });
  const described = new Map((data?.items ?? []).map((item) => [item.id, item.description]));
  const attached = packs.map((pack) => ({ ...pack, description: described.get(pack.id) ?? "" }));
  return {
    chosen: change.isPending ? after(attached, change.variables) : attached,
    warnings: packs.length > 0 ? (data?.warnings ?? []) : [],
    shortened: packs.length > 0 && data !== undefined && data.shortened !== "no",
    busy: change.isPending,
    error: change.error,
    onAdd: (pack) => change.mutate({ pack, isAttached: true }),
    onRemove: (packId) => {
      const pack = attached.find((one) => one.id === packId);
      if (pack) change.mutate({ pack, isAttached: false });
    },
  };
}

/** What was asked for is shown at once; should it be refused, what is true comes back. */
function after(attached: readonly ChosenPack[], { pack, isAttached }: Change) {
  const others = attached.filter(({ id }) => id !== pack.id);
  return isAttached ? [...others, { ...pack, changed: false }] : others;
}
