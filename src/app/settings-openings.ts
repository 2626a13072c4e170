import { lstat } from "node:fs/promises";
import { CapstanError } from "../base/errors.ts";
import { hostNameOf } from "../gate/access/host-name.ts";
import type { HostFolders } from "../sandbox/host-folders.ts";
import type { Opening } from "../schema/opening.ts";
import type { Settings } from "./settings.ts";

/**
 * What the owner opened in the settings. What could never be opened is a mistake that stops the start;
 * a folder that is only not there now, such as a disk that is not plugged in, is kept and not used.
 */
export async function settingsOpenings(
  folders: HostFolders,
  { access }: Pick<Settings, "access">,
): Promise<Opening[]> {
  const openings: Opening[] = [];
  for (const [capabilityId, { paths, hosts }] of Object.entries(access)) {
    const given = {
      capabilityId,
      sessionId: null,
      givenBy: "settings",
      givenAt: "",
      id: "",
    };
    for (const { root: typed, verbs } of paths) {
      const found = await rootIn(folders, capabilityId, typed, verbs.includes("write"));
      openings.push({ ...given, ...found, host: null, machine: folders.machine, verbs });
    }
    for (const typed of hosts) {
      const host = orInvalid(capabilityId, () => hostNameOf(typed));
      const none = { root: null, device: null, inode: null, machine: null, verbs: [] };
      openings.push({ ...given, ...none, host });
    }
  }
  return openings;
}

async function rootIn(folders: HostFolders, capabilityId: string, typed: string, write: boolean) {
  try {
    return await folders.rootOf(typed, { write });
  } catch (error) {
    const isThere = await lstat(typed).catch(() => undefined);
    if (isThere || !typed.startsWith("/") || typed.includes("*"))
      throw invalid(capabilityId, error);
    return { root: typed, device: "", inode: "" };
  }
}

function orInvalid<T>(capabilityId: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw invalid(capabilityId, error);
  }
}

function invalid(capabilityId: string, error: unknown): unknown {
  if (!(error instanceof CapstanError)) return error;
  return new CapstanError(
    "SETTINGS_INVALID",
    `settings: access of "${capabilityId}": ${error.message}`,
  );
}
