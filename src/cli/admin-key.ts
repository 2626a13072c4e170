import { CapstanError } from "../base/errors.ts";
import type { Client } from "./client.ts";
import type { Io } from "./command.ts";
import { typed } from "./program.ts";

/** A key that stands for an admin: from the environment, of a person who is present, or typed. */
export async function adminKey(io: Io, connect: () => Promise<Client>): Promise<string> {
  const preset = io.env.CAPSTAN_ADMIN_KEY;
  if (preset) return preset;
  const { provePresence } = await import("./presence/prove-presence.ts");
  return (await provePresence(io, connect)) ?? (await lastingKey(io));
}

/** The admin's own key, which may make others. It is never kept. */
export async function lastingKey(io: Io): Promise<string> {
  const key = io.env.CAPSTAN_ADMIN_KEY || (await io.askHidden("Admin key: "));
  if (key) return key;
  const message = `This needs the admin key: set CAPSTAN_ADMIN_KEY. If you have none, "${typed("admin reset")}" makes one.`;
  throw new CapstanError("SCOPE_MISSING", message);
}
