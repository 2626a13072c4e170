import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { readFolder } from "../../src/features/bundles/read/read-folder.ts";
import { storeBundle } from "../../src/features/bundles/store-bundle.ts";
import { loadAgent } from "../../src/features/manifest-agents/load-agent.ts";
import { giveAccess } from "../../src/gate/access/give-access.ts";
import { fixedSource } from "../../src/testing/fixed-source.ts";
import { ADMIN, openHarness } from "../harness.ts";

type Files = Readonly<Record<string, string>>;

export function makeFolder(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-agent-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A Capstan with one manifest agent of somebody else's, loaded as any folder is. */
export async function openAgent(
  manifest: { readonly name: string },
  files: Files,
  options: Parameters<typeof openHarness>[0] = {},
) {
  const folder = makeFolder({ "manifest.json": JSON.stringify(manifest), ...files });
  const read = await readFolder(folder);
  const { capability } = loadAgent(read);
  const source = fixedSource(() => [capability], { id: "agent-test", kind: "agent" });
  const harness = await openHarness({
    profile: "auto",
    machine: "here",
    sources: [source],
    contentFolder: makeFolder(),
    ...options,
  });
  onTestFinished(() => harness.close());
  const { engine, gate, store, clock } = harness;
  await storeBundle({ store, clock, redactor: gate.redactor }, read, "source:test");
  const id = `agent:${manifest.name}`;
  await expect.poll(() => gate.catalog.getCapability(id)).toBeDefined();
  const { id: sessionId } = await harness.openSession();
  return {
    ...harness,
    sessionId,
    give: (root: string, verbs: ("read" | "write")[] = ["read", "write"], hosts: string[] = []) =>
      giveAccess(gate, id, { paths: [{ root, verbs, sessionId: null }], hosts }, ADMIN),
    act: (action: string, inputs = {}, more = {}) =>
      harness.invoke(`${id}:${action}`, inputs, { sessionId, ...more }),
    answer: async (given: Parameters<typeof answerApproval>[2]) =>
      answerApproval(engine, (await harness.pending()).at(-1)?.id ?? "", given, ADMIN),
    lastRecord: async (type: string) =>
      (await harness.records()).findLast((record) => record.type === type)?.data,
  };
}
