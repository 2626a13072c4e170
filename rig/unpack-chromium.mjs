// Unpacks the Chromium that comes inside an npm package into rig/node_modules/.chromium, where
// rig/chromium.ts looks for it. The package itself would use the shared folder for temporary
// files and trust whatever "chromium" it finds there, half-written or somebody else's.
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("node_modules", import.meta.url));
const folder = join(modules, ".chromium");
const unfinished = join(modules, ".chromium-unfinished");

// The package has the browser for this platform only; elsewhere a system's own has to be there.
if (process.platform === "linux" && process.arch === "x64") await unpack();

async function unpack() {
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  process.env.TMPDIR = unfinished;
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  const executable = await chromium.executablePath();

  const lacksLibraries = spawnSync(executable, ["--version"]).status !== 0;
  if (lacksLibraries) await inflate(join(modules, "@sparticuz/chromium/bin/al2023.tar.br"));
  writeFileSync(join(unfinished, "fonts.conf"), fontsConf());

  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}

/** The system's fonts where it has some, and in any case the one that comes with the package. */
function fontsConf() {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, "fonts")}</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
}
