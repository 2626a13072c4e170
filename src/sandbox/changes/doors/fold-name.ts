import { stripHidden } from "../../../base/strip-hidden.ts";

/** A name as file systems read it that fold case, normalise, and drop trailing dots and streams. */
export function foldName(name: string): string {
  return stripHidden(name.normalize("NFC"))
    .replace(/::\$.*$/, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
}

/** It has characters that a person does not see. */
export function hasUnseen(name: string): boolean {
  return stripHidden(name) !== name || /[\t\n\r]/.test(name);
}
