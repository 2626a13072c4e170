import { readFileSync } from "node:fs";
import { CapstanError } from "../../../base/errors.ts";

/**
 * An overlay does not show what is mounted inside its folder: a program would see an empty folder there, and
 * all of it would look deleted.
 */
export function refuseInnerMounts(root: string): void {
  const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n").map(mountPoint);
  if (!mounts.some((path) => path.startsWith(`${root}/`))) return;
  throw new CapstanError(
    "ROOT_INVALID",
    "Another file system is mounted inside this folder. Open a folder without one.",
  );
}

/** The fifth field of a line. Spaces and the like are written as octal numbers. */
function mountPoint(line: string): string {
  const field = line.split(" ")[4] ?? "";
  return field.replace(/\\([0-7]{3})/g, (_, octal) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
