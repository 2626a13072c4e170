import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { packQuery } from "../api/pack.ts";
import type { ChosenPack, PackChoice } from "./pack-choice.ts";

/** The packs of a session that is not open yet: attached with its first message. */
export function useDraftPacks(wanted: string): PackChoice {
  const { data, error } = useQuery({ ...packQuery(wanted), enabled: wanted !== "" });
  const [changed, setChanged] = useState<readonly ChosenPack[] | null>(null);
  const chosen = changed ?? (data ? [{ ...data, changed: false }] : []);
  return {
    chosen,
    warnings: [],
    shortened: false,
    error,
    onAdd: ({ id, name, description }) =>
      setChanged([
        ...chosen.filter((one) => one.id !== id),
        { id, name, description, changed: false },
      ]),
    onRemove: (id) => setChanged(chosen.filter((one) => one.id !== id)),
  };
}
