import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { IS_LONG } from "../../../runs.ts";

const RIG = fileURLToPath(new URL("../../../../rig/node_modules/", import.meta.url));
const DRIVER = fileURLToPath(new URL("oauth-driver.ts", import.meta.url));
const run = promisify(execFile);

/** Scenarios that our client does not pass, and why. One that passes after all fails the test. */
const EXPECTED_FAILURES: readonly {
  readonly scenario: RegExp;
  /** Left out, in both. */
  readonly suite?: string;
  readonly why: string;
}[] = [
  {
    scenario: /client-credentials|cross-app-access|enterprise-managed|wif-jwt/,
    why: "An extension: a token without a person who signs in.",
  },
  { scenario: /dpop/, why: "An extension: tokens that are bound to a key." },
  {
    scenario: /2025-03-26-oauth-metadata-backcompat/,
    suite: "conformance",
    why: "Its metadata name another issuer than they were read from: RFC 8414 (3.3) has them refused, as the suite's own metadata-issuer-mismatch does.",
  },
];

/** In the usual run. */
const USUALLY = "auth/basic-cimd";

async function suite(version: string, args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "capstan-oauth-"));
  const path = `${dirname(process.execPath)}:${process.env.PATH}`;
  return run(process.execPath, [join(RIG, version, "dist/index.js"), ...args], {
    cwd: folder,
    env: { ...process.env, PATH: path },
    timeout: 90_000,
    maxBuffer: 20_000_000,
  })
    .then(
      ({ stdout, stderr }) => ({ hasPassed: true, said: stdout + stderr }),
      ({ stdout, stderr }) => ({ hasPassed: false, said: `${stdout}${stderr}` }),
    )
    .finally(() => rmSync(folder, { recursive: true, force: true }));
}

async function scenariosOf(version: string): Promise<readonly string[]> {
  const { said } = await suite(version, ["list", "--client"]);
  return said.match(/auth\/[a-z0-9-]+/g) ?? [];
}

test.each(IS_LONG ? ["conformance", "conformance-2026"] : ["conformance"])(
  "C7, A84: our client signs in as the %s suite asks for",
  { timeout: IS_LONG ? 900_000 : 60_000 },
  async (version) => {
    const all = IS_LONG ? await scenariosOf(version) : [USUALLY];
    expect(all).toContain(USUALLY);
    const wrong: string[] = [];
    for (const name of all) {
      const args = ["--command", `${process.execPath} ${DRIVER}`, "--scenario", name];
      const asked = ["client", ...args, "--timeout", "60000"];
      const { hasPassed, said } = await suite(version, asked);
      const isExpected = EXPECTED_FAILURES.some(
        (it) => it.scenario.test(name) && (it.suite ?? version) === version,
      );
      if (hasPassed === isExpected) wrong.push(`${name}: ${said.slice(-1_500)}`);
    }
    expect(wrong).toEqual([]);
  },
);
