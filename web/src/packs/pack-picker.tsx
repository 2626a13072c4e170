import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Package } from "lucide-react";
import { Popover } from "radix-ui";
import { useId, useState } from "react";
import { type Pack, packsQuery } from "../api/pack.ts";
import { plural, tellNumber } from "../base/tell-amount.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Loading } from "../ui/loading.tsx";
import { Plain } from "../ui/plain.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { OpenReadsTick } from "./open-reads-tick.tsx";
import type { PackChoice } from "./pack-choice.ts";
import { packsTokens, packTokens } from "./pack-tokens.ts";

const SETTLE_MS = 150;
const SHOWN = 40;

/** Not modal and not in a portal, like every menu here. */
export function PackPicker({ packs }: { readonly packs: PackChoice }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton label="Attach packs">
          <Package size={17} aria-hidden />
        </IconButton>
      </Popover.Trigger>
      <Popover.Content
        side="top"
        align="start"
        sideOffset={10}
        collisionPadding={8}
        aria-label="Packs"
        className="z-50 flex w-[min(26rem,calc(100vw-1rem))] flex-col gap-3 rounded-xl border bg-surface p-3 shadow-float"
        onKeyDown={(event) => {
          // It stands in the form of the message, which Enter would send.
          if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
            event.preventDefault();
          }
        }}
      >
        <Choices packs={packs} />
      </Popover.Content>
    </Popover.Root>
  );
}

function Choices({ packs }: { readonly packs: PackChoice }) {
  const { chosen, warnings, shortened, error: refusal, openReads } = packs;
  const [search, setSearch] = useState("");
  const words = useDebounced(search, SETTLE_MS);
  const { data, error, refetch } = useQuery(packsQuery(words));
  const found = data?.items.filter(({ enabled }) => enabled).slice(0, SHOWN) ?? [];
  return (
    <>
      <p role="status" className="text-quiet text-xs">
        {chosen.length === 0
          ? `The model sees the name and description of an attached pack${openReads?.isOn ? "." : ", and asks you to open it."}`
          : shortened
            ? `${plural(chosen.length, "pack")} attached, their descriptions shortened.`
            : `${plural(chosen.length, "pack")} attached: about ${tellNumber(packsTokens(chosen))} tokens in every request.`}
      </p>
      <div className="flex">
        <SearchField label="Search packs" value={search} maxLength={200} onChange={setSearch} />
      </div>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={2} />}
      {data && found.length === 0 && (
        <p className="py-2 text-quiet text-sm">
          {words === "" ? "No pack is taken in yet." : "No pack is found by these words."}
        </p>
      )}
      {found.length > 0 && (
        <ul className="-mx-1 flex max-h-[min(20rem,40vh)] flex-col overflow-y-auto px-1">
          {found.map((pack) => (
            <li key={pack.id}>
              <ChoiceRow pack={pack} packs={packs} />
            </li>
          ))}
        </ul>
      )}
      {openReads && <OpenReadsTick openReads={openReads} />}
      {refusal && <Failure error={refusal} />}
      {warnings.map((warning) => (
        <p key={warning} className="rounded-lg bg-med-soft px-3 py-2 text-sm">
          <Plain text={warning} />
        </p>
      ))}
      <p className="flex flex-wrap justify-between gap-2 text-quiet text-xs">
        <Link to="/packs" className="text-accent underline underline-offset-2">
          All packs, and taking in a folder
        </Link>
        {data && data.total > found.length && `${tellNumber(data.total - found.length)} more`}
      </p>
    </>
  );
}

type ChoiceRowProps = { readonly pack: Pack; readonly packs: PackChoice };

function ChoiceRow({ pack, packs }: ChoiceRowProps) {
  const { id, name, description } = pack;
  const { chosen, onAdd, onRemove } = packs;
  const own = chosen.find((one) => one.id === id);
  const about = useId();
  return (
    <div className="flex flex-col rounded-lg hover:bg-hover">
      <label className="flex cursor-pointer items-start gap-2.5 px-2 py-2 text-sm">
        <input
          type="checkbox"
          className="mt-1 accent-accent"
          aria-label={name}
          aria-describedby={about}
          checked={own !== undefined}
          onChange={({ target }) => (target.checked ? onAdd(pack) : onRemove(id))}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">
              <Plain text={name} />
            </span>
            <span className="shrink-0 text-quiet text-xs">
              about {tellNumber(packTokens(pack))} tokens
            </span>
          </span>
          <span id={about} className="line-clamp-2 text-quiet text-xs">
            <Plain text={description} />
          </span>
        </span>
      </label>
      {own?.changed && (
        <div className="flex flex-wrap items-center gap-2 px-2 pb-2 pl-8 text-xs">
          <span className="text-med">It has changed since it was attached.</span>
          <Button small onClick={() => onAdd(pack)}>
            Attach it as it is now
          </Button>
        </div>
      )}
    </div>
  );
}
