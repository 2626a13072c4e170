import type { Terminal } from "./terminal.ts";

/** What a proof gave: a token of the owner as the admin. */
export type Presence = { readonly token: string; readonly expires_at: string };

/** A token that ends during the request would be refused. */
const MARGIN_MS = 10_000;

/** The presence that was proven at this terminal, if it still holds. */
export function readPresence(
  folder: string,
  terminal: Terminal,
  now: number,
): Presence | undefined {
  removeEnded(folder, now);
  const kept = read(fileOf(folder, terminal));
  return kept?.mark === terminal.mark ? kept : undefined;
}

export function keepPresence(folder: string, terminal: Terminal, presence: Presence): void {
  const { mkdirSync, rmSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const file = fileOf(folder, terminal);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  rmSync(file, { force: true });
  const text = JSON.stringify({ mark: terminal.mark, ...presence });
  writeFileSync(file, text, { mode: 0o600, flag: "wx" });
}

/** Removes what holds no more, or cannot be read. */
export function removeEnded(folder: string, now: number): void {
  const { readdirSync, rmSync } = process.getBuiltinModule("node:fs");
  const { join } = process.getBuiltinModule("node:path");
  for (const name of list(() => readdirSync(folder))) {
    const kept = read(join(folder, name));
    const holds = kept !== undefined && Date.parse(kept.expires_at) - MARGIN_MS > now;
    if (!holds) rmSync(join(folder, name), { force: true });
  }
}

function read(file: string): (Presence & { readonly mark: string }) | undefined {
  const { readFileSync } = process.getBuiltinModule("node:fs");
  try {
    const { mark, token, expires_at } = JSON.parse(readFileSync(file, "utf8"));
    return typeof token === "string" ? { mark, token, expires_at } : undefined;
  } catch {
    return undefined;
  }
}

function list(names: () => string[]): string[] {
  try {
    return names();
  } catch {
    return [];
  }
}

/** `/dev/pts/3` → `pts-3`. */
function fileOf(folder: string, { device }: Terminal): string {
  const { join } = process.getBuiltinModule("node:path");
  return join(folder, device.replace(/^\/dev\//, "").replaceAll("/", "-"));
}
