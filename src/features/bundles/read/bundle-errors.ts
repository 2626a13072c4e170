import { CapstanError } from "../../../base/errors.ts";

const MAX_SHOWN = 200;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A path of somebody else's, as one line that shows everything and moves nothing (A24). */
function shownPath(path: string): string {
  const cut = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path;
  return cut.replace(HIDDEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

export function invalid(path: string, problem: string): CapstanError {
  const shown = shownPath(path);
  return new CapstanError("BUNDLE_INVALID", `"${shown}" ${problem}`, { details: { path: shown } });
}

export function changed(path: string): CapstanError {
  const shown = shownPath(path);
  const message = `"${shown}" was changed while it was read. Wait until that has ended, then retry.`;
  return new CapstanError("BUNDLE_CHANGED", message, { details: { path: shown } });
}
