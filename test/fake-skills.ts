import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { JsonObject } from "../src/base/json.ts";
import { makeTree } from "../src/features/bundles/testing/make-tree.ts";
import { skillTree } from "../src/features/bundles/testing/skill-trees.ts";
import type { ExecutionRequest, ExecutionResult, Executor } from "../src/gate/executor.ts";
import { openApi } from "./open-api.ts";

export type FakeSkill = {
  readonly front: string;
  readonly run: (
    inputs: JsonObject,
    request: ExecutionRequest,
  ) => ExecutionResult | Promise<ExecutionResult>;
};

/** Real folders with real contracts, whose code is run here instead of in a box: a turn takes 2 ms. */
export async function openWithSkills(
  skills: ReadonlyMap<string, FakeSkill>,
  options: Parameters<typeof openApi>[0] = {},
) {
  const wrapExecutor = (own: Executor): Executor => ({
    ...own,
    async execute(request) {
      const skill = skills.get(request.tool.sourceId);
      if (request.execution.type !== "child" || !skill) return own.execute(request);
      return skill.run(request.inputs, request);
    },
  });
  const api = await openApi({
    contentFolder: mkdtempSync(join(tmpdir(), "capstan-content-")),
    permissions: { allow: ["skill:*"] },
    wrapExecutor,
    ...options,
  });
  for (const [name, { front }] of skills) {
    // Installed in an earlier life of the same store.
    if (api.gate.catalog.getEntry(`skill:${name}:run`)) continue;
    const path = makeTree(skillTree(name, front, { "impl.ts": "export const run = () => 1;" }));
    const answer = await api.post("/v1/capabilities/install", { path }, { as: "admin" });
    expect(answer).toMatchObject({ status: 201 });
  }
  return api;
}
