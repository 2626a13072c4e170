import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { IS_LONG } from "../../../runs.ts";

/** The official suite, as it was for the era of 2025 and as it is for the one of 2026. */
const SUITES = { "2025-11-25": "conformance", "2026-07-28": "conformance-2026" } as const;
type Era = keyof typeof SUITES;

const RIG = fileURLToPath(new URL("../../../../rig/node_modules/", import.meta.url));
const DRIVER = fileURLToPath(new URL("client-driver.ts", import.meta.url));
const run = promisify(execFile);

/** Scenarios that our client does not pass, and why. One that passes after all fails the test. */
const EXPECTED_FAILURES: readonly { readonly scenario: RegExp; readonly why: string }[] = [
  { scenario: /^auth\//, why: "The driver signs in nowhere: a link is for a person to open." },
];

/** Scenarios that check nothing of ours, and why. */
const NOT_OURS: readonly { readonly scenario: RegExp; readonly why: string }[] = [
  { scenario: /^sep-2640-/, why: "An extension: skills are not taken from MCP servers." },
];

/** One of each era in the usual run; the long one asks the suite for all of them. */
const USUALLY: Readonly<Record<Era, string>> = {
  "2025-11-25": "tools_call",
  "2026-07-28": "sep-2322-client-request-state",
};

async function suite(era: Era, args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "capstan-conformance-"));
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  const script = join(RIG, SUITES[era], "dist/index.js");
  return run(process.execPath, [script, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    timeout: 60_000,
    maxBuffer: 20_000_000,
  })
    .then(
      ({ stdout, stderr }) => ({ hasPassed: true, said: stdout + stderr }),
      ({ stdout, stderr }) => ({ hasPassed: false, said: `${stdout}${stderr}` }),
    )
    .finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** The scenarios for clients of this suite that belong to its era. */
async function scenariosOf(era: Era): Promise<readonly string[]> {
  const { said } = await suite(era, ["list"]);
  const [, clients = ""] = said.split("Client scenarios (test against a client):");
  const [own = ""] = clients.split(/\n\s*\n/);
  return own
    .split("\n")
    .filter((line) => line.includes(era))
    .flatMap((line) => /- (\S+)/.exec(line)?.[1] ?? []);
}

test.concurrent.each(["2025-11-25", "2026-07-28"] as const)(
  "C7, C43: our client passes what the conformance suite asks of a client of %s",
  { timeout: IS_LONG ? 600_000 : 60_000 },
  async (era) => {
    const all = IS_LONG ? await scenariosOf(era) : [USUALLY[era]];
    expect(all).toContain(USUALLY[era]);
    const ours = all.filter((name) => !NOT_OURS.some(({ scenario }) => scenario.test(name)));
    for (const name of ours) {
      const args = ["--scenario", name, "--spec-version", era, "--timeout", "25000"];
      const command = `${process.execPath} ${DRIVER}`;
      const { hasPassed, said } = await suite(era, ["client", "--command", command, ...args]);
      const isExpected = EXPECTED_FAILURES.some(({ scenario }) => scenario.test(name));
      expect(hasPassed, `${name}: ${said}`).toBe(!isExpected);
      // Some scenarios pass where nothing was checked.
      if (!isExpected) expect(said, name).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
    }
  },
);
