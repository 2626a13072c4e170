import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Kept in a file, and made with it: folders that were opened here are not opened elsewhere. */
export function openMachineId(file: string): string {
  if (!existsSync(file)) make(file);
  return readFileSync(file, "utf8").trim();
}

/** Two that start at once have one between them. */
function make(file: string): void {
  try {
    writeFileSync(file, `${randomUUID()}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
