import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PolicyFile, PolicyOptions } from "../policy/policy-options.ts";
import { Profile } from "../schema/profile.ts";
import type { Settings } from "./settings.ts";

const SHIPPED = fileURLToPath(new URL("../policy/profiles/", import.meta.url));

/** The shipped profiles, the owner's lists and the owner's files, as they are on disk now. */
export function readPolicies(
  { profile, permissions }: Pick<Settings["policy"], "profile" | "permissions">,
  folder: string | undefined,
): PolicyOptions {
  return {
    profile,
    profiles: new Map(Profile.options.map((name) => [name, shipped(name)])),
    permissions,
    files: folder === undefined ? [] : readFolder(folder, "policy"),
  };
}

/** The second set that only reports: there is one when the settings or the folder `shadow` say so. */
export function readShadow(
  settings: Settings["policy"],
  folder: string | undefined,
): PolicyOptions | undefined {
  const files = folder === undefined ? [] : readFolder(join(folder, "shadow"), "policy/shadow");
  if (!settings.shadow && files.length === 0) return undefined;
  const { profile, permissions } = settings;
  const lists = settings.shadow?.permissions ?? permissions;
  return {
    ...readPolicies(
      { profile: settings.shadow?.profile ?? profile, permissions: lists },
      undefined,
    ),
    files,
  };
}

function shipped(name: Profile): PolicyFile {
  return { name: `profile ${name}`, text: readFileSync(join(SHIPPED, `${name}.cedar`), "utf8") };
}

function readFolder(folder: string, shownAs: string): PolicyFile[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".cedar"));
  return names.sort().map((name) => ({
    name: `${shownAs}/${name}`,
    text: readFileSync(join(folder, name), "utf8"),
  }));
}
