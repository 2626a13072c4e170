import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CAPABILITY } from "../../../test/records.ts";
import { readFolder } from "../../features/bundles/read/read-folder.ts";
import { loadPack } from "../../features/packs/load-pack.ts";
import { parseCustom } from "../../schema/parse-custom.ts";
import { runAgainst } from "../testing/run-cli.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-new-"));

test("new pack makes a folder that passes the strict check, and never over another", async () => {
  const making = ["capabilities", "new", "pack", "my-pack", "--out", folder];
  const ran = await runAgainst({}, making);
  expect(ran).toMatchObject({ code: 0, err: "" });
  expect(ran.out).toContain(`capstan capabilities check ${join(folder, "my-pack")}`);
  const read = await readFolder(join(folder, "my-pack"));
  expect(loadPack(read, { folder: "my-pack", entryDoc: null })).toMatchObject({
    name: "my-pack",
    hasToolsJson: true,
    warnings: [],
  });
  const greet = join(folder, "my-pack/scripts/greet.mjs");
  expect(execFileSync(process.execPath, [greet, "--", "Ann"], { encoding: "utf8" })).toBe(
    "Hello, Ann!\n",
  );
  const again = await runAgainst({}, making);
  expect([again.code, again.err]).toEqual([2, expect.stringContaining("exists already")]);
  const odd = await runAgainst({}, ["capabilities", "new", "pack", "../My Pack"]);
  expect([odd.code, odd.err]).toEqual([2, expect.stringContaining("my-pack")]);
});

describe("capabilities of one's own on the command line", () => {
  test("E65: new writes a file that is well formed, and never over another", async () => {
    const file = join(folder, "weather.json");
    const ran = await runAgainst({}, ["capabilities", "new", "weather", "--out", file]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toContain(`capstan capabilities check ${file}`);
    expect(parseCustom(JSON.parse(readFileSync(file, "utf8")))).toMatchObject({ id: "weather" });
    const again = await runAgainst({}, ["capabilities", "new", "weather", "--out", file]);
    expect(again.code).toBe(2);
    expect(again.err).toContain("exists already");
  });

  test("E65: new refuses what is no id, and writes nothing", async () => {
    const file = join(folder, "path.json");
    const { code, err } = await runAgainst({}, ["capabilities", "new", file]);
    expect(code).toBe(2);
    expect(err).toContain(`"${file}" is not an id such as my_service.`);
    expect(err).toContain("--out");
    expect(existsSync(`${file}.json`)).toBe(false);
  });

  test("E65: add replaces the one of the same id", async () => {
    const file = join(folder, "replaced.json");
    writeFileSync(file, JSON.stringify({ id: "replaced" }));
    const { code, out, seen } = await runAgainst(
      {
        "POST /v1/capabilities": {
          status: 409,
          body: { code: "STATE_CONFLICT", message: "Taken." },
        },
        "PATCH /v1/capabilities/ext%3Areplaced": { body: CAPABILITY },
      },
      ["capabilities", "add", file],
    );
    expect(code).toBe(0);
    expect(out).toContain(`capstan agents create --name <name> --capabilities ${CAPABILITY.id}`);
    expect(seen.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  });

  test("X20: a file that is not JSON, or not there, is named", async () => {
    const file = join(folder, "broken.json");
    writeFileSync(file, "{");
    const broken = await runAgainst({}, ["capabilities", "check", file]);
    expect(broken.err).toContain(`${file} is not valid JSON`);
    const missing = await runAgainst({}, ["capabilities", "check", `${file}.no`]);
    expect(missing.err).toContain("cannot be read");
  });
});
