import { lstat } from "node:fs/promises";
import { CapstanError } from "../base/errors.ts";
import { blankOpening, declaredHosts } from "../gate/access/declared-hosts.ts";
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
  { access, ...settings }: Pick<Settings, "access" | "hubs" | "research">,
): Promise<Opening[]> {
  const openings: Opening[] = [
    ...declaredHosts(
      "hub",
      settings.hubs.flatMap(({ url }) => hostOf(url)),
    ),
    ...declaredHosts("research", hostOf(settings.research.search_url)),
  ];
  for (const [capabilityId, { paths, hosts }] of Object.entries(access)) {
    for (const { root: typed, verbs } of paths) {
      const found = await rootIn(folders, capabilityId, typed, verbs.includes("write"));
      openings.push({
        ...blankOpening(capabilityId),
        ...found,
        machine: folders.machine,
        verbs,
      });
    }
    for (const typed of hosts) {
      const host = orInvalid(capabilityId, () => hostNameOf(typed));
      openings.push(...declaredHosts(capabilityId, [host]));
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

/** An address in the settings opens its host to the capability that asks there. */
function hostOf(url: string | null): string[] {
  const { protocol = "", host = "" } = URL.parse(url ?? "") ?? {};
  return /^https?:$/.test(protocol) ? [host.toLowerCase()] : [];
}
