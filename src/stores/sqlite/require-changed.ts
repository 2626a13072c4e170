import { CapstanError } from "../../base/errors.ts";

/** An update that finds no row met another state than the one its writer read. */
export function requireChanged(rows: number, subject: string): void {
  if (rows > 0) return;
  throw new CapstanError("STATE_CONFLICT", `${subject} changed meanwhile: read it again.`);
}
