import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A path for a database file in a folder of its own, gone when the test has finished. */
export function temporaryDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), "capstan-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "capstan.db");
}
