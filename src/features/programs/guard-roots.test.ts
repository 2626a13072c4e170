import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { executorWrapperContract, makeRequest } from "../../testing/executor-contract.ts";
import { guardRoots } from "./guard-roots.ts";

const root = mkdtempSync(join(tmpdir(), "capstan-guard-"));
afterAll(() => rmSync(root, { recursive: true }));

const access = { paths: [{ root, verbs: ["read" as const, "write" as const] }], hosts: [] };
const { context } = makeRequest();

executorWrapperContract(
  "the guard of opened folders",
  (inner) => guardRoots(inner, { isSame: async () => true }),
  {
    more: { roots: [{ root, device: "1", inode: "1" }], context: { ...context, access } },
    changes: ["guarded"],
  },
);
