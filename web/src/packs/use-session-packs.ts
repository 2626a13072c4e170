import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { attachPack, detachPack, sessionPacksQuery } from "../api/pack.ts";
import type { Session } from "../api/session.ts";
import type { ChosenPack, PackChoice } from "./pack-choice.ts";
import { useOpenReads } from "./use-open-reads.ts";

type Change = {
  readonly pack: Omit<ChosenPack, "changed">;
  readonly isAttached: boolean;
  readonly openReads: boolean;
};

/** The packs of a session. A change is shown at once and taken back, with the reason, if refused. */
export function useSessionPacks({
  id,
  packs,
  profile,
}: Pick<Session, "id" | "packs" | "profile">): PackChoice {
  const openReads = useOpenReads(profile);
  const { data } = useQuery({ ...sessionPacksQuery(id), enabled: packs.length > 0 });
  const queries = useQueryClient();
  // State of this component: a checkbox that waited for the mutation's own state would jump back.
  const [asked, setAsked] = useState<readonly Change[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const { mutate } = useMutation({
    // One after another, in the order of the clicks.
    scope: { id: `packs of ${id}` },
    mutationFn: ({ pack, isAttached, openReads }: Change) =>
      isAttached ? attachPack(id, pack.id, openReads) : detachPack(id, pack.id),
    onError: setError,
    onSettled: async (_data, _error, settled) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["sessions", "one", id] }),
        queries.invalidateQueries({ queryKey: ["packs", "session", id] }),
        queries.invalidateQueries({ queryKey: ["usage", id] }),
      ]);
      setAsked((before) => before.filter((change) => change !== settled));
    },
  });
  const ask = (change: Change) => {
    setError(null);
    setAsked((before) => [...before, change]);
    mutate(change);
  };
  const described = new Map((data?.items ?? []).map((item) => [item.id, item.description]));
  const attached = packs.map((pack) => ({ ...pack, description: described.get(pack.id) ?? "" }));
  const chosen = asked.reduce(after, attached);
  return {
    chosen,
    warnings: packs.length > 0 ? (data?.warnings ?? []) : [],
    shortened: packs.length > 0 && data !== undefined && data.shortened !== "no",
    error,
    openReads,
    isDraft: false,
    onAdd: (pack) => ask({ pack, isAttached: true, openReads: openReads?.isOn ?? false }),
    onRemove: (packId) => {
      const pack = chosen.find((one) => one.id === packId);
      if (pack) ask({ pack, isAttached: false, openReads: false });
    },
  };
}

function after(attached: readonly ChosenPack[], { pack, isAttached }: Change): ChosenPack[] {
  const others = attached.filter(({ id }) => id !== pack.id);
  return isAttached ? [...others, { ...pack, changed: false }] : others;
}
