import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { loadComposition } from "../../engine/composition/load-composition.ts";
import type { Engine } from "../../engine/engine.ts";
import { readableSession, usableSession } from "../../engine/sessions/session-access.ts";
import { attachmentOf } from "../../http/attachment.ts";
import { route } from "../../http/route.ts";
import { OPEN_READS, OPEN_TOOLS } from "../../http/sessions-routes.ts";
import {
  listOf,
  SessionPackView,
  SessionView,
  viewSession,
  viewSessionPack,
} from "../../http/views.ts";
import type { Actor } from "../../schema/actor.ts";
import { sessionPacks } from "../../schema/attachment.ts";
import { CommandExecution, type Execution } from "../../schema/execution.ts";
import { Pack } from "../../schema/pack.ts";
import { Page } from "../../schema/page.ts";
import { Person } from "../../schema/principal.ts";
import { FolderReportView } from "../bundles/folder-report-view.ts";
import { InstalledFolderView, viewFolder } from "../bundles/folder-view.ts";
import { readUpload } from "../bundles/read-upload.ts";
import { checkFolder, findFolder } from "../bundles/tests/check-folder.ts";
import { testFolder } from "../bundles/tests/test-folder.ts";
import { ExtensionView, viewExtension } from "../extensions/extensions-routes.ts";
import { MCP } from "../mcp/mcp-admin.ts";
import { FoundMcpServerView } from "../mcp/mcp-servers-routes.ts";
import { lockedPackages } from "../programs/packages/locked-packages.ts";
import { changePacks } from "./attach-packs.ts";
import { compareFiles, compareFolder } from "./compare-packs.ts";
import { trustFolder } from "./found-packs.ts";
import { installFound } from "./install-found.ts";
import { addPack, refreshPack, removePack } from "./registry.ts";
import { requireKnownPack } from "./require-pack.ts";

const PackPath = z.object({ id: z.string() });
const SessionPackPath = z.object({ id: z.string(), pack_id: z.string() });

export const FileChangeView = z.object({
  path: z.string(),
  change: z.enum(["added", "removed", "changed"]),
});

export const PackView = Pack.omit({ wantedEntryDoc: true }).extend({
  addedBy: Person,
  /** Whether its folder is another than what was taken in, when it was last looked at. */
  changed: z.boolean(),
});

export const PackDetailsView = PackView.extend({
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int() })),
  changedFiles: z.array(FileChangeView).readonly(),
  /** Why its folder cannot be read; null when it can. */
  folderProblem: z.string().nullable(),
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      /** The program and its arguments, as `tools.json` has them. */
      command: z.array(z.string()).readonly(),
    }),
  ),
  /** Why its tools cannot be enabled; null when they can, or there are none. */
  toolsProblem: z.string().nullable(),
});

const AddBody = z.strictObject({
  path: z.string().min(1).max(4_096),
  entry_doc: z.string().min(1).max(255).optional(),
});

/** Packages of the locks in the folder: who installs it approves them. */
const BRINGS = { packages: z.array(z.string()).readonly() };

export const packsRoutes = [
  route({
    id: "listPacks",
    method: "GET",
    path: "/v1/packs",
    summary: "List and search packs.",
    scope: "invoke",
    query: Page.extend({ search: z.string().max(200).optional() }),
    answer: listOf(PackView),
    async handle({ engine, actor, query: { limit, offset, search = "" } }) {
      const text = search.toLowerCase();
      const all = [...engine.packs().values()].filter(({ id, name, description }) =>
        `${id} ${name} ${description}`.toLowerCase().includes(text),
      );
      const page = all.slice(offset, offset + limit);
      const changed = await engine.packFolders.changed(page);
      const items = page.map((pack) => ({
        ...viewPack(engine, pack, actor),
        changed: changed.has(pack.id),
      }));
      return { items, total: all.length };
    },
  }),
  route({
    id: "addPack",
    method: "POST",
    path: "/v1/packs",
    summary: "Take in a folder of the server's machine as a pack, or read it again.",
    // Its texts reach models, and its programs run: who only invokes brings nothing in.
    scope: "approve",
    body: AddBody,
    example: { path: "/home/me/packs/incident-triage" },
    status: 201,
    answer: PackView,
    handle: async ({ engine, actor, body: { path, entry_doc } }) =>
      viewPack(
        engine,
        await addPack(engine, { from: { path }, entryDoc: entry_doc }, actor.id),
        actor,
      ),
  }),
  route({
    id: "trustFolder",
    method: "POST",
    path: "/v1/packs/trust",
    summary:
      "Trust a project: packs and MCP servers in it are found, none is attached, none is started.",
    scope: "approve",
    body: z.strictObject({ path: AddBody.shape.path }),
    example: { path: "/home/me/projects/shop" },
    answer: z.object({
      added: z.array(z.string()).readonly(),
      refused: z.array(z.object({ path: z.string(), reason: z.string() })).readonly(),
      mcpServers: z.array(FoundMcpServerView).readonly(),
    }),
    async handle({ engine, actor, body }) {
      const found = await trustFolder(engine, body.path, actor.id);
      const root = await engine.packShelf.rootOf(body.path);
      return { ...found, mcpServers: engine.of(MCP).found([root]) };
    },
  }),
  route({
    id: "getPack",
    method: "GET",
    path: "/v1/packs/:id",
    summary: "One pack: its files, its tools, and what has changed in its folder.",
    scope: "invoke",
    params: PackPath,
    answer: PackDetailsView,
    handle: ({ engine, actor, params }) => viewDetails(engine, params.id, actor),
  }),
  route({
    id: "getPackFile",
    method: "GET",
    path: "/v1/packs/:id/files/:path{.+}",
    summary: "A file of a pack, as it was taken in; its entry doc as UTF-8.",
    // Models and programs read packs through the gate, which asks: this is no way around it.
    scope: "approve",
    params: PackPath.extend({ path: z.string().default("") }),
    answerType: "*/*",
    async handle({ engine: { packShelf, ...engine }, params: { id, path } }) {
      const pack = requireKnownPack(engine, id);
      const file = (await packShelf.files(pack.digest)).find((one) => one.path === path);
      if (!file) throw new CapstanError("FILE_NOT_FOUND", `The pack has no file ${path}.`);
      const content =
        path === pack.entryDoc
          ? Buffer.from(await packShelf.doc(file))
          : Buffer.from(await packShelf.bytes(file));
      const name = path.slice(path.lastIndexOf("/") + 1);
      return new Response(content, { headers: attachmentOf(name) });
    },
  }),
  route({
    id: "removePack",
    method: "DELETE",
    path: "/v1/packs/:id",
    summary: "Remove a pack. Sessions that have it keep it, as they attached it.",
    scope: "approve",
    params: PackPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, actor, params: { id } }) {
      await removePack(engine, id, actor.id);
      return { id, removed: true };
    },
  }),
  route({
    id: "refreshPack",
    method: "POST",
    path: "/v1/packs/:id/refresh",
    summary: "Read a pack's folder again. Sessions stay on what they attached.",
    scope: "approve",
    params: PackPath,
    body: z.strictObject({}),
    example: {},
    answer: PackView,
    handle: async ({ engine, actor, params }) =>
      viewPack(engine, await refreshPack(engine, params.id, actor.id), actor),
  }),
  route({
    id: "testCapability",
    method: "POST",
    path: "/v1/capabilities/test",
    summary: "Check a folder strictly and run its examples, in the sandbox, without taking it in.",
    // Who asks for it answers for every call that it makes.
    scope: "approve",
    body: z.strictObject({ path: AddBody.shape.path }),
    example: { path: "/home/me/packs/incident-triage" },
    answer: FolderReportView,
    handle: ({ engine, actor, signal, body }) => testFolder(engine, body.path, { actor, signal }),
  }),
  route({
    id: "checkFolder",
    method: "POST",
    path: "/v1/capabilities/check-folder",
    summary: "Check a folder of any kind strictly, item by item. Nothing of it runs.",
    // It says what lies on the server's machine.
    scope: "approve",
    body: z.strictObject({ path: AddBody.shape.path }),
    example: { path: "/home/me/agents/hello_agent" },
    answer: FolderReportView,
    handle: async ({ engine, body }) => checkFolder(engine, await findFolder(engine, body.path)),
  }),
  route({
    id: "installCapability",
    method: "POST",
    path: "/v1/capabilities/install",
    summary: "Install a folder of the server's machine, or a zip that is the body.",
    scope: "admin",
    takesFile: true,
    status: 201,
    answer: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("pack"), pack: PackView, ...BRINGS }),
      z.object({ kind: z.literal("ext"), extension: ExtensionView, ...BRINGS }),
      z.object({ kind: z.literal("skill"), folder: InstalledFolderView, ...BRINGS }),
      z.object({ kind: z.literal("agent"), folder: InstalledFolderView, ...BRINGS }),
    ]),
    async handle({ engine, actor, headers, upload }) {
      const bytes = await readUpload(upload);
      const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
      const isJson = /\bjson\b/.test(headers.get("content-type") ?? "");
      const wanted = isZip && !isJson ? { from: { zip: bytes }, entryDoc: null } : installed(bytes);
      const found = await engine.folderShelf.find(wanted.from);
      const packages = await lockedPackages(found.read);
      const { entryDoc = null } = wanted;
      const done = await installFound(engine, found, { entryDoc, by: actor.id });
      if (done.kind === "pack") {
        return { kind: done.kind, pack: viewPack(engine, done.pack, actor), packages };
      }
      const { kind, folder } = done;
      return kind === "ext"
        ? { kind, extension: viewExtension(engine, folder, actor), packages }
        : { kind, folder: viewFolder(engine, folder, actor), packages };
    },
  }),
  route({
    id: "listSessionPacks",
    method: "GET",
    path: "/v1/sessions/:id/packs",
    summary:
      "The packs of a session, which files have changed since, and what its prompt leaves out.",
    scope: "invoke",
    params: z.object({ id: z.string() }),
    answer: z.object({
      items: z.array(
        SessionPackView.extend({
          description: z.string(),
          digest: z.string(),
          changedFiles: z.array(FileChangeView).readonly(),
        }),
      ),
      total: z.int(),
      warnings: z.array(z.string()).readonly(),
      /** What became of the descriptions in the prompt. */
      shortened: z.enum(["no", "cut", "left_out"]),
    }),
    async handle({ engine, actor, params }) {
      const session = await readableSession(engine.gate, params.id, actor);
      const packs = sessionPacks(session.attachments);
      const items = await Promise.all(
        packs.map(async (pack) => {
          const shown = viewSessionPack(engine, pack);
          const now = engine.packs().get(pack.id);
          const changedFiles =
            now && shown.changed
              ? compareFiles(
                  await engine.packShelf.files(pack.digest),
                  await engine.packShelf.files(now.digest),
                )
              : [];
          const { description, digest } = pack;
          return { ...shown, description, digest, changedFiles };
        }),
      );
      const { warnings, shortened } = await loadComposition(engine, session);
      return { items, total: items.length, warnings, shortened };
    },
  }),
  route({
    id: "attachPack",
    method: "PUT",
    path: "/v1/sessions/:id/packs/:pack_id",
    summary: "Attach a pack to a session, as it is now.",
    scope: "invoke",
    params: SessionPackPath,
    body: z.strictObject({ open_reads: OPEN_READS, open_tools: OPEN_TOOLS }),
    example: { open_reads: true },
    answer: SessionView,
    async handle({ engine, actor, params: { id, pack_id }, body }) {
      await usableSession(engine.gate, id, actor);
      const opens = { by: actor, reads: body.open_reads, tools: body.open_tools };
      const wanted = { attach: [pack_id], opens };
      return viewSession(engine, await changePacks(engine, id, wanted, actor.id));
    },
  }),
  route({
    id: "detachPack",
    method: "DELETE",
    path: "/v1/sessions/:id/packs/:pack_id",
    summary: "Detach a pack from a session.",
    scope: "invoke",
    params: SessionPackPath,
    answer: SessionView,
    async handle({ engine, actor, params: { id, pack_id } }) {
      await usableSession(engine.gate, id, actor);
      return viewSession(engine, await changePacks(engine, id, { detach: [pack_id] }, actor.id));
    },
  }),
];

/** Where folders lie on the machine is for those who may bring them in. */
function viewPack(
  { gate }: Pick<Engine, "gate">,
  { wantedEntryDoc: _, ...pack }: Pack,
  { scopes }: Actor,
): z.infer<typeof PackView> {
  const path = scopes.includes("approve") ? pack.path : null;
  return { ...pack, addedBy: gate.people.show(pack.addedBy), path, changed: false };
}

async function viewDetails(
  engine: Engine,
  id: string,
  actor: Actor,
): Promise<z.infer<typeof PackDetailsView>> {
  const pack = requireKnownPack(engine, id);
  const { packShelf } = engine;
  const [files, tools, folder] = await Promise.all([
    packShelf.files(pack.digest),
    packShelf.tools(pack.digest),
    compareFolder(engine, pack),
  ]);
  return {
    ...viewPack(engine, pack, actor),
    changed: folder.changed,
    changedFiles: folder.changes,
    folderProblem: folder.problem,
    files: files.map(({ path, size_bytes }) => ({ path, sizeBytes: size_bytes })),
    tools:
      tools && "tools" in tools
        ? tools.tools.map(({ name, description, execution }) => ({
            name,
            description,
            command: commandOf(execution),
          }))
        : [],
    toolsProblem: tools && "problem" in tools ? tools.problem : null,
  };
}

function commandOf(execution: Execution): readonly string[] {
  const read = CommandExecution.safeParse(execution);
  return read.success ? [read.data.call.command, ...read.data.call.args] : [];
}

/** `{path}`, where the body is no zip. */
function installed(bytes: Uint8Array) {
  const body = parseJson(new TextDecoder().decode(bytes));
  const read = AddBody.safeParse(isJsonObject(body) ? body : {});
  if (read.success) return { from: { path: read.data.path }, entryDoc: read.data.entry_doc };
  const message = 'Send {"path": "<folder>"} as JSON, or a zip as the body.';
  throw new CapstanError("REQUEST_INVALID", message, { details: { field: "path" } });
}
