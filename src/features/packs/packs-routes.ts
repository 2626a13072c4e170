import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
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
import { packCapabilityId, packOf } from "../../schema/pack.ts";
import { Page } from "../../schema/page.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import { InstallBody } from "../bundles/folders-routes.ts";
import { installFolder, refreshFolder, removeFolder } from "../bundles/registry.ts";
import { changePacks } from "./attach-packs.ts";
import { compareFiles, compareFolder } from "./compare-packs.ts";
import { PACKS } from "./packs.ts";
import { asPack, readPack } from "./read-pack.ts";
import { requireKnownPack } from "./require-pack.ts";
import { PackView, viewPack } from "./view-pack.ts";

const PackPath = z.object({ id: z.string() });
const SessionPackPath = z.object({ id: z.string(), pack_id: z.string() });

export const FileChangeView = z.object({
  path: z.string(),
  change: z.enum(["added", "removed", "changed"]),
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
      const all = [...engine.of(PACKS).known().values()].filter(({ id, name, description }) =>
        `${id} ${name} ${description}`.toLowerCase().includes(text),
      );
      const page = all.slice(offset, offset + limit);
      const changed = await engine.of(PACKS).looks.changed(page);
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
    body: InstallBody,
    example: { path: "/home/me/packs/incident-triage" },
    status: 201,
    answer: PackView,
    async handle({ engine, actor, body: { path, entry_doc: wantedEntryDoc = null } }) {
      const found = await readPack(engine.of(BUNDLES).shelf, { path });
      const folder = await installFolder(engine, { ...found, asked: { wantedEntryDoc } }, actor.id);
      return viewPack(engine, packOf(folder), actor);
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
    async handle({ engine, params: { id, path } }) {
      const { shelf } = engine.of(PACKS);
      const pack = requireKnownPack(engine, id);
      const file = (await shelf.files(pack.digest)).find((one) => one.path === path);
      if (!file) throw new CapstanError("FILE_NOT_FOUND", `The pack has no file ${path}.`);
      const content =
        path === pack.entryDoc
          ? Buffer.from(await shelf.text(file))
          : Buffer.from(await shelf.bytes(file));
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
      requireKnownPack(engine, id);
      await removeFolder(engine, packCapabilityId(id), actor.id);
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
    async handle({ engine, actor, params: { id } }) {
      requireKnownPack(engine, id);
      const folder = await asPack(refreshFolder(engine, packCapabilityId(id), actor.id));
      return viewPack(engine, packOf(folder), actor);
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
          const now = engine.of(PACKS).known().get(pack.id);
          const changedFiles =
            now && shown.changed
              ? compareFiles(
                  await engine.of(PACKS).shelf.files(pack.digest),
                  await engine.of(PACKS).shelf.files(now.digest),
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

async function viewDetails(
  engine: Engine,
  id: string,
  actor: Actor,
): Promise<z.infer<typeof PackDetailsView>> {
  const pack = requireKnownPack(engine, id);
  const { shelf } = engine.of(PACKS);
  const [files, tools, folder] = await Promise.all([
    shelf.files(pack.digest),
    shelf.tools(pack.digest),
    compareFolder(engine.of(BUNDLES).shelf, pack),
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
