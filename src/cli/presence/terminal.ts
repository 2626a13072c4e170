/** The terminal of this process. */
export type Terminal = {
  /** Such as `/dev/pts/3`. */
  readonly device: string;
  /** Another one for the next terminal that gets the same device. */
  readonly mark: string;
};

/** The one that both shows and is typed at; undefined where there is none, or the system does not tell. */
export function openTerminal(): Terminal | undefined {
  const { readlinkSync, statSync } = process.getBuiltinModule("node:fs");
  try {
    const device = readlinkSync("/proc/self/fd/0");
    if (device !== readlinkSync("/proc/self/fd/1")) return undefined;
    const { ino, rdev, ctimeMs } = statSync(device);
    return { device, mark: `${ino} ${rdev} ${ctimeMs}` };
  } catch {
    return undefined;
  }
}
