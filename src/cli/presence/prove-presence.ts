import { CapstanError } from "../../base/errors.ts";
import type { Client } from "../client.ts";
import type { Io } from "../command.ts";
import { homeFolder } from "../home.ts";
import { ProblemError } from "../problem-error.ts";
import { keepPresence, readPresence } from "./kept-presence.ts";

/** As many as the server takes. */
const TRIES = 3;
const WAYS_OUT = new Set(["PRESENCE_REFUSED", "TERMINAL_INVALID", "SCOPE_MISSING"]);

/**
 * The owner's token as the admin: of a proof at this terminal that still holds, or of a new one.
 * Undefined where only an admin key helps: elsewhere, without a terminal, or when the person wants that.
 */
export async function provePresence(
  io: Io,
  connect: () => Promise<Client>,
): Promise<string | undefined> {
  if (io.env.CAPSTAN_URL || !io.isTty || !io.isTyped) return undefined;
  const terminal = io.terminal();
  if (!terminal) return undefined;
  const { join } = process.getBuiltinModule("node:path");
  const folder = join(homeFolder(io.env), "presence");
  const kept = readPresence(folder, terminal, io.now());
  if (kept) return kept.token;
  const client = await connect();
  const id = await askFor(io, client, terminal.device);
  const proven = id === undefined ? undefined : await typeCode(io, client, id);
  if (proven) keepPresence(folder, terminal, proven);
  return proven?.token;
}

async function askFor(io: Io, client: Client, terminal: string): Promise<string | undefined> {
  try {
    const { body } = await client.request("POST /v1/presence", { body: { terminal } });
    return body.id;
  } catch (error) {
    if (!(error instanceof ProblemError) || !WAYS_OUT.has(error.code)) throw error;
    io.err(error.message);
    return undefined;
  }
}

/** Undefined when the person wants the admin key in its place. */
async function typeCode(io: Io, client: Client, id: string) {
  for (let left = TRIES; ; left--) {
    const code = await io.askHidden("This needs an admin. Code (Enter for the admin key): ");
    if (code === undefined) throw new CapstanError("CANCELLED", "Nothing was done.");
    if (code.trim() === "") return undefined;
    try {
      const options = { params: { id }, body: { code } };
      return (await client.request("POST /v1/presence/:id", options)).body;
    } catch (error) {
      const isWrong = error instanceof ProblemError && error.code === "PRESENCE_REFUSED";
      if (!isWrong || left === 1) throw error;
      io.err(error.message);
    }
  }
}
