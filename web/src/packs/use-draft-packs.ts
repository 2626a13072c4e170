import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { packQuery } from "../api/pack.ts";
import type { Profile } from "../api/session.ts";
import type { ChosenPack, PackChoice } from "./pack-choice.ts";
import { useOpenReads } from "./use-open-reads.ts";

/** The packs of a session that is not open yet: attached with its first message. */
export function useDraftPacks(wanted: string, profile: Profile | ""): PackChoice {
  const openReads = useOpenReads(profile);
  const { data, error } = useQuery({ ...packQuery(wanted), enabled: wanted !== "" });
  const [changed, setChanged] = useState<readonly ChosenPack[] | null>(null);
  const chosen = changed ?? (data ? [{ ...data, changed: false }] : []);
  return {
    chosen,
    warnings: [],
    shortened: false,
    error,
    openReads,
    isDraft: true,
    onAdd: ({ id, name, description }) =>
      setChanged([
        ...chosen.filter((one) => one.id !== id),
        { id, name, description, changed: false },
      ]),
    onRemove: (id) => setChanged(chosen.filter((one) => one.id !== id)),
  };
}
