import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { capabilitiesQuery } from "../api/capability.ts";
import { CapabilityIcon } from "../ui/capability-icon.tsx";
import { Card } from "../ui/card.tsx";
import { Plain } from "../ui/plain.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { CapabilityRow } from "./capability-row.tsx";
import type { Entry } from "./entry.ts";
import { moved } from "./moved.ts";

type CapabilityListProps = {
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
};

const SUGGESTED = 6;

/** In order, by dragging or with the arrow keys; each once. */
export function CapabilityList({ entries, onChange }: CapabilityListProps) {
  const { data } = useQuery(capabilitiesQuery());
  const [search, setSearch] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const known = new Map(data?.items.map((item) => [item.id, item]));
  const chosen = new Set(entries.map(({ id }) => id));
  const found = (data?.items ?? []).filter(
    ({ id, name, description }) =>
      !chosen.has(id) &&
      `${id} ${name} ${description}`.toLowerCase().includes(search.toLowerCase()),
  );

  function move(from: number, to: number) {
    if (to < 0 || to >= entries.length || from === to) return;
    onChange(moved(entries, from, to));
    setSaid(`${entries[from]?.id} is now number ${to + 1} of ${entries.length}.`);
  }

  return (
    <Card aria-labelledby="capabilities" className="flex flex-col gap-4">
      <h2 id="capabilities" className="font-semibold">
        Capabilities
      </h2>
      <p className="sr-only" role="status">
        {said}
      </p>
      {entries.length === 0 && (
        <p className="text-quiet text-sm">None yet: this agent can only talk.</p>
      )}
      <ol className="flex flex-col gap-2">
        {entries.map((entry, index) => (
          <CapabilityRow
            key={entry.id}
            entry={entry}
            capability={known.get(entry.id)}
            isKnown={!data || known.has(entry.id)}
            isFirst={index === 0}
            isLast={index === entries.length - 1}
            isDragged={dragged === index}
            onMove={(step) => move(index, index + step)}
            onDragStart={() => setDragged(index)}
            onDragOver={() => {
              if (dragged === null || dragged === index) return;
              move(dragged, index);
              setDragged(index);
            }}
            onDragEnd={() => setDragged(null)}
            onChange={(next) => onChange(entries.with(index, next))}
            onRemove={() => onChange(entries.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <div className="flex flex-col gap-2 border-t pt-4">
        <SearchField label="Search for more" value={search} onChange={setSearch} />
        <ul className="flex flex-col">
          {found.slice(0, SUGGESTED).map(({ id, name, icon, description }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  onChange([...entries, { id, range: "", config: {}, aliases: undefined }]);
                  setSearch("");
                }}
                className="flex w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left text-sm hover:bg-hover"
              >
                <CapabilityIcon name={icon} size={16} />
                <span className="min-w-0 flex-1 truncate">
                  <span className="font-medium">
                    <Plain text={name} />
                  </span>{" "}
                  <span className="text-quiet">
                    <Plain text={description} />
                  </span>
                </span>
                <Plus size={15} aria-hidden className="shrink-0 text-quiet" />
                <span className="sr-only">Add</span>
              </button>
            </li>
          ))}
        </ul>
        {data && found.length === 0 && (
          <p className="px-2 text-quiet text-sm">
            {search === "" ? "It has every capability." : "Nothing else found."}
          </p>
        )}
        {found.length > SUGGESTED && (
          <p className="px-2 text-quiet text-xs">
            {found.length - SUGGESTED} more: type to find them
          </p>
        )}
      </div>
    </Card>
  );
}
