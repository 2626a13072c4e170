import { isAbsolute } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { systemAudit } from "../../../gate/audit/system-audit.ts";
import type { HubIndex } from "../../../schema/hub.ts";
import { PublisherName } from "../../../schema/hub.ts";
import { BUNDLES } from "../../bundles/bundles.ts";
import type { FoundFolder } from "../../bundles/folder-shelf.ts";
import { checkFolder } from "../../bundles/tests/check-folder.ts";
import type { FolderTestOptions, TestedItem } from "../../bundles/tests/folder-tester.ts";
import { testFolder } from "../../bundles/tests/test-folder.ts";
import type { Published } from "../hub.ts";
import { HUB } from "./hub-parts.ts";

export type PublishWanted = {
  readonly folder: string;
  /** The folder of the hub. */
  readonly to: string;
  /** Left out, the name of the hub. */
  readonly publisher?: string | undefined;
};

export type PublishedFolder = Published & {
  readonly publisher: string;
  /** How many checks and tests it passed. */
  readonly passed: number;
  /** What was published without having run, a sentence each. */
  readonly notRun: readonly string[];
};

/** Checks a folder, runs its tests, and adds it to a hub that is a folder. What fails publishes nothing. */
export async function publishFolder(
  engine: Engine,
  { folder, to, publisher: wanted }: PublishWanted,
  options: Omit<FolderTestOptions, "onCall"> & {
    readonly tell: (says: string, done: number, total: number) => void;
  },
): Promise<PublishedFolder> {
  const { gate } = engine;
  const folderShelf = engine.of(BUNDLES).shelf;
  const hub = engine.of(HUB);
  const place = requireHubFolder(to);
  const root = await folderShelf.rootOf(folder);
  options.tell("Reading the folder", 0, 4);
  const found = await folderShelf.find({ path: root });
  const { name: hubName } = await hub.publisher.head(place);
  const publisher = readPublisher(wanted ?? hubName);
  options.tell("Checking it", 1, 4);
  await check(engine, found, root);
  options.tell("Running its tests", 2, 4);
  const tested = await test(engine, root, options);
  // What was tested is what is published.
  const again = await folderShelf.find({ path: root });
  if (again.read.bundle.digest !== found.read.bundle.digest) {
    const message = "The folder was changed while it was tested. Publish it again.";
    throw new CapstanError("BUNDLE_CHANGED", message);
  }
  options.tell("Signing and writing it", 3, 4);
  const published = await hub.publisher.publish({
    hub: place,
    hubSigner: await hub.signer(`hub:${hubName}`),
    publisher,
    publisherSigner: await hub.signer(`publisher:${publisher}`),
    read: found.read,
  });
  const { identity, version, serial } = published;
  await gate.store.journal.commit("hub.publish", [
    systemAudit(gate, "hub.published", options.actor.id, {
      item: identity,
      digest: version.bundle.digest,
      author: version.author,
      hub: place,
      serial,
    }),
  ]);
  const passed = tested.filter(({ state }) => state === "passed").length;
  return { ...published, publisher, passed, notRun: notRun(tested) };
}

/** Nobody is made to write examples; that nothing was run is said, and not counted as a test. */
function notRun(tested: readonly TestedItem[]): string[] {
  return tested.flatMap(({ name, state, message }) => {
    if (state !== "skipped") return [];
    return [
      name === "run" ? `Nothing was run: it ${message}.` : `"${name}" was not run: ${message}.`,
    ];
  });
}

/** Makes a folder a hub. The key that it answers is what others write into their settings. */
export async function initHub(
  { of }: Pick<Engine, "of">,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<{ readonly index: HubIndex; readonly workflow: string | null }> {
  const hub = of(HUB);
  const place = requireHubFolder(folder);
  const hubSigner = await hub.signer(`hub:${name}`);
  const index = await hub.publisher.init({ hub: place, name, hubSigner });
  return { index, workflow: hub.writeWorkflow(place) };
}

export async function withdrawItem(
  engine: Pick<Engine, "of" | "gate">,
  wanted: {
    readonly to: string;
    readonly name: string;
    readonly version?: string;
    readonly reason: string;
  },
  by: string,
): Promise<HubIndex> {
  const { gate } = engine;
  const hub = engine.of(HUB);
  const place = requireHubFolder(wanted.to);
  const { name: hubName } = await hub.publisher.head(place);
  const { name, version, reason } = wanted;
  const index = await hub.publisher.withdraw({
    hub: place,
    hubSigner: await hub.signer(`hub:${hubName}`),
    name,
    reason,
    ...(version !== undefined && { version }),
  });
  await gate.store.journal.commit("hub.withdraw", [
    systemAudit(gate, "hub.published", by, {
      withdrawn: version === undefined ? name : `${name}@${version}`,
      reason,
      hub: place,
      serial: index.hub.serial,
    }),
  ]);
  return index;
}

export function requireHubFolder(path: string): string {
  if (isAbsolute(path)) return path;
  const message = /^https?:/.test(path)
    ? `Publishing writes into the folder of a hub, and "${path}" is an address. Name the folder that is served there.`
    : `"${path}" is no absolute path of a folder.`;
  throw new CapstanError("HUB_INVALID", message);
}

function readPublisher(name: string): string {
  const read = PublisherName.safeParse(name);
  if (read.success) return read.data;
  const message = `"${name}" is no name of a publisher: lower case letters, digits and "-". Say another one with --as.`;
  throw new CapstanError("HUB_INVALID", message);
}

async function check(engine: Engine, found: FoundFolder, root: string): Promise<void> {
  const { items } = await checkFolder(engine, { ...found, path: root });
  refuse(problemsOf(items));
}

async function test(
  engine: Engine,
  root: string,
  options: Omit<FolderTestOptions, "onCall">,
): Promise<readonly TestedItem[]> {
  const { items } = await testFolder(engine, root, options);
  refuse(problemsOf(items));
  return items;
}

function problemsOf(items: readonly TestedItem[]): string[] {
  return items.flatMap(({ name, state, message }) =>
    state === "failed" ? [name === "check" ? message : `${name}: ${message}`] : [],
  );
}

const MOST = 10;

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length > MOST ? ` And ${problems.length - MOST} more.` : "";
  const message = `It was not published. ${problems.slice(0, MOST).join(" ")}${more}`;
  throw new CapstanError("CAPABILITY_INVALID", message, { details: { problems: problems.length } });
}
