import { ChevronDown } from "lucide-react";
import type { Remember } from "../api/approval.ts";
import { Menu, MenuItem } from "../ui/menu.tsx";

type RememberMenuProps = {
  readonly inSession: boolean;
  /** It gives the model something of a pack to read. */
  readonly readsPack: boolean;
  readonly disabled: boolean;
  readonly onRun: (remember: Remember) => void;
};

const CHOICES = [
  [{ scope: "session", match: "exact" }, "Run, and remember this input in this session"],
  [{ scope: "session", match: "tool" }, "Run, and remember any input in this session"],
  [{ scope: "always", match: "exact" }, "Run, and always remember this input"],
  [{ scope: "always", match: "tool" }, "Run, and always remember any input"],
] as const satisfies readonly (readonly [Remember, string])[];

/** Any read of the pack, and of no other: a pack that changes asks again. */
const OF_PACK = [
  [{ scope: "session", match: "pack" }, "Run, and allow reads of this pack in this session"],
  [{ scope: "always", match: "pack" }, "Run, and always allow reads of this pack, as it is now"],
] as const satisfies readonly (readonly [Remember, string])[];

/** Remembered answers are grants: listed, and revoked, on the policy page. */
export function RememberMenu({ inSession, readsPack, disabled, onRun }: RememberMenuProps) {
  const choices = readsPack ? [...OF_PACK, ...CHOICES] : CHOICES;
  return (
    <Menu
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label="Run and remember"
          title="Run and remember"
          className="inline-flex h-9 w-8 items-center justify-center rounded-r-lg border border-accent border-l-on-accent/40 bg-accent text-on-accent enabled:hover:bg-accent-strong disabled:opacity-50"
        >
          <ChevronDown size={15} aria-hidden />
        </button>
      }
    >
      {choices
        .filter(([{ scope }]) => inSession || scope === "always")
        .map(([remember, words]) => (
          <MenuItem key={words} onSelect={() => onRun(remember)}>
            {words}
          </MenuItem>
        ))}
    </Menu>
  );
}
