import { basename } from "node:path";
import { timestamp } from "../../base/clock.ts";
import { packSlug } from "../../base/slug.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireSession } from "../../engine/sessions/require-session.ts";
import type { Actor } from "../../schema/actor.ts";
import { type PackMetadata, packCapabilityId } from "../../schema/pack.ts";
import type { PackExample } from "../../schema/pack-tools.ts";
import type { Session } from "../../schema/session.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import type { FoundFolder } from "../bundles/folder-shelf.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { checkFolder } from "../bundles/tests/check-folder.ts";
import type {
  FolderTester,
  FolderTestOptions,
  TestedItem,
} from "../bundles/tests/folder-tester.ts";
import { judgeExample } from "../bundles/tests/judge-example.ts";
import { runForTest } from "../bundles/tests/run-for-test.ts";
import { bundleUses } from "./attach-packs.ts";
import { loadPack } from "./load-pack.ts";
import { readExamples } from "./read-tools-json.ts";

type Found = FoundFolder & { readonly path: string };

/** Checks a pack strictly, then runs each tool that has examples, each example in a session of its own. */
export const testPack: FolderTester = async (engine, found, options) => {
  const { signal } = options;
  const { name: called, ok, items: checked } = await checkFolder(engine, found);
  if (!ok) return { name: called, items: checked };
  const items = [...checked];
  for (const { tool, examples } of readExamples(found.read)) {
    if (examples.length === 0) {
      const message = "has no examples in tools.json";
      items.push({ name: tool, state: "skipped", message, durationMs: 0 });
    }
    for (const [index, example] of examples.entries()) {
      signal.throwIfAborted();
      const name = `${tool}: ${example.title ?? `example ${index + 1}`}`;
      items.push({ name, ...(await runExample(engine, found, tool, example, options)) });
    }
  }
  return { name: called, items };
};

async function runExample(
  engine: Engine,
  found: Found,
  tool: string,
  example: PackExample,
  options: FolderTestOptions,
): Promise<Omit<TestedItem, "name">> {
  const folder = basename(found.path);
  const metadata = loadPack(found.read, { folder, entryDoc: null });
  const id = packSlug(metadata.name, folder);
  const prepare = async (session: Session) => {
    for (const [path, text] of Object.entries(example.files ?? {})) {
      await engine.filesOf(session.id).write(path.startsWith("/") ? path : `/${path}`, bytes(text));
    }
    return attachForTest(engine, session, id, { metadata, read: found.read }, options.actor);
  };
  const call = { toolId: `${packCapabilityId(id)}:${tool}`, inputs: example.inputs };
  return runForTest(engine, { title: `Test of ${id}`, call, options, prepare }, (outcome) =>
    judgeExample(outcome, example.expect),
  );
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** As the folder is now, with its tools enabled, and without being in the registry. */
async function attachForTest(
  { gate, of }: Engine,
  session: Session,
  id: string,
  { metadata, read }: { readonly metadata: PackMetadata; readonly read: ReadBundle },
  actor: Actor,
): Promise<Session> {
  const { name, description, entryDoc, hasToolsJson } = metadata;
  const { digest } = read.bundle;
  await of(BUNDLES).shelf.keep(read, `session:${session.id}`);
  const attachment = {
    capabilityId: packCapabilityId(id),
    attachedBy: actor.id,
    attachedAt: timestamp(gate.clock.now()),
    pack: { digest, name, description, entryDoc, hasToolsJson, toolsEnabled: true },
  };
  await gate.store.journal.commit("packs.change", [
    {
      type: "attachments.put",
      sessionId: session.id,
      attachments: [attachment],
      expect: session.attachments,
    },
    ...bundleUses(session.id, [attachment]),
  ]);
  return requireSession(gate, session.id);
}
