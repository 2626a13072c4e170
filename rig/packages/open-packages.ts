import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { boxedPrograms, openIsolation } from "../../src/app/open-isolation.ts";
import { openPackages } from "../../src/app/open-packages.ts";
import { Settings, type SettingsInput } from "../../src/app/settings.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { removeTree } from "../../src/features/bundles/write-tree.ts";
import { nodeOf } from "../../src/features/programs/boxed-programs.ts";

const noHosts = { open: () => Promise.reject(new Error("There is no way out.")) };
/** A port where nothing listens. */
const NOWHERE = "http://127.0.0.1:9/";

export const testIsolation = openIsolation({ setting: "auto", proxy: noHosts, env: process.env });

/** Packages from registries on loopback, in a folder that goes with the test. */
export function openTestPackages(
  registries: SettingsInput["registries"] = {},
  env: NodeJS.ProcessEnv = {},
  /** Of another process of this machine. */
  shared?: string,
) {
  const folder = shared ?? mkdtempSync(join(tmpdir(), "capstan-packages-"));
  onTestFinished(() => removeTree(folder));
  const settings = Settings.parse({ registries: { npm: NOWHERE, python: NOWHERE, ...registries } });
  const secrets = { fill: (text: string) => text.replace(/^.*secret:TOKEN.*$/, "a-token") };
  const packages = openPackages(folder, {
    settings,
    isolation: testIsolation,
    clock: systemClock,
    secrets,
    env: { PATH: process.env.PATH, ...env },
    node: nodeOf(boxedPrograms()),
  });
  return { packages, folder };
}
