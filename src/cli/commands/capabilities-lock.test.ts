import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../features/bundles/testing/make-tree.ts";
import { runAgainst } from "../testing/run-cli.ts";

const ROUTE = "POST /v1/capabilities/lock-folder";

test("capabilities lock writes the locks, and keeps the list that it replaces", async () => {
  const folder = makeTree({ "requirements.txt": "words>=1\n" });
  const locks = [
    { file: "requirements.txt", text: "words==1.0.0 --hash=sha256:0\n", packages: ["words 1.0.0"] },
    { file: "package-lock.json", text: "{}", packages: ["a 1.0.0", "b 2.0.0"] },
    { file: "../outside.txt", text: "x", packages: [] },
  ];
  const routes = { [ROUTE]: { body: { locks } } };
  const { code, out } = await runAgainst(routes, ["capabilities", "lock", folder]);
  expect(code).toBe(0);
  expect(out).toContain("packages in package-lock.json");
  expect(out).toContain("b 2.0.0");
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  expect(read("requirements.txt")).toContain("--hash");
  expect(read("requirements.in")).toBe("words>=1\n");
  expect(read("package-lock.json")).toBe("{}");
  expect(existsSync(join(folder, "../outside.txt"))).toBe(false);
});
