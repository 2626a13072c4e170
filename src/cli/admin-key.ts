import { CapstanError } from "../base/errors.ts";
import type { Io } from "./command.ts";
import { typed } from "./program.ts";

/** The admin's word: from the environment, or typed. It is never kept. */
export async function adminKey(io: Io): Promise<string> {
  const key = io.env.CAPSTAN_ADMIN_KEY || (await io.askHidden("Admin key: "));
  if (key) return key;
  const message = `This needs the admin key: set CAPSTAN_ADMIN_KEY. If you have none, "${typed("admin reset")}" makes one.`;
  throw new CapstanError("SCOPE_MISSING", message);
}
