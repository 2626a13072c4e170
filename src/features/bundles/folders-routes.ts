import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { type Route, route } from "../../http/route.ts";
import { listOf } from "../../http/views.ts";
import { BroughtKind } from "../../schema/capability.ts";
import { FoundMcpServer } from "../../schema/found-mcp-server.ts";
import { RefusedFolder } from "../../schema/installed-folder.ts";
import { Page } from "../../schema/page.ts";
import { lockedPackages } from "../programs/packages/locked-packages.ts";
import { BUNDLES } from "./bundles.ts";
import type { FolderKindParts } from "./folder-kind.ts";
import { FolderReportView } from "./folder-report-view.ts";
import { InstalledFolderView, viewFolder } from "./folder-view.ts";
import { readDocumentation } from "./read-documentation.ts";
import { readUpload } from "./read-upload.ts";
import { installFolder, refreshFolder } from "./registry.ts";
import { checkFolder, findFolder } from "./tests/check-folder.ts";
import { testFolder } from "./tests/test-folder.ts";
import { PROJECTS, trustFolder } from "./trusted-folders.ts";

const FolderPath = z.strictObject({ path: z.string().min(1).max(4_096) });

export const InstallBody = FolderPath.extend({
  entry_doc: z.string().min(1).max(255).optional(),
});

const CapabilityPath = z.object({ id: z.string() });

/** What is done with a folder of any kind. */
export const foldersRoutes = [
  route({
    id: "listRefusedFolders",
    method: "GET",
    path: "/v1/refused-folders",
    summary: "Folders that were found when the server started and could not be installed.",
    scope: "approve",
    query: Page,
    answer: listOf(RefusedFolder),
    async handle({ engine, query: { limit, offset } }) {
      const all = engine.of(BUNDLES).refused();
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
  route({
    id: "lockFolder",
    method: "POST",
    path: "/v1/capabilities/lock-folder",
    summary: "Find the packages that a folder asks for without a lock. Nothing is installed.",
    // It says what lies on the server's machine.
    scope: "approve",
    body: FolderPath,
    example: { path: "/home/me/skills/chart" },
    answer: z.object({
      /** Files to put into the folder. */
      locks: z
        .array(
          z.object({
            file: z.string(),
            text: z.string(),
            packages: z.array(z.string()).readonly(),
          }),
        )
        .readonly(),
    }),
    async handle({ engine, body }) {
      const { read } = await findFolder(engine, body.path);
      return { locks: await engine.of(BUNDLES).proposeLocks(read) };
    },
  }),
  route({
    id: "trustFolder",
    method: "POST",
    path: "/v1/packs/trust",
    summary:
      "Trust a project: packs and MCP servers in it are found, none is attached, none is started.",
    scope: "approve",
    body: FolderPath,
    example: { path: "/home/me/projects/shop" },
    answer: z.object({
      added: z.array(z.string()).readonly(),
      refused: z.array(z.object({ path: z.string(), reason: z.string() })).readonly(),
      mcpServers: z.array(FoundMcpServer).readonly(),
    }),
    async handle({ engine, actor, body }) {
      const { added, refused } = await trustFolder(engine, body.path, actor.id);
      const root = await engine.of(BUNDLES).shelf.rootOf(body.path);
      // In a project, what is found is text alone: its ids are listed without their kind.
      const ids = added.map((id) => id.slice(id.indexOf(":") + 1));
      return { added: ids, refused, mcpServers: engine.of(PROJECTS).serversIn([root]) };
    },
  }),
  route({
    id: "testCapability",
    method: "POST",
    path: "/v1/capabilities/test",
    summary: "Check a folder strictly and run its examples, in the sandbox, without taking it in.",
    // Who asks for it answers for every call that it makes.
    scope: "approve",
    body: FolderPath,
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
    body: FolderPath,
    example: { path: "/home/me/agents/hello_agent" },
    answer: FolderReportView,
    handle: async ({ engine, body }) => checkFolder(engine, await findFolder(engine, body.path)),
  }),
  route({
    id: "getCapabilityDocumentation",
    method: "GET",
    path: "/v1/capabilities/:id/documentation",
    summary:
      "What the author of an installed folder wrote about it (SPEC.md, SKILL.md or README.md), and what was odd about it.",
    scope: "invoke",
    params: CapabilityPath,
    answer: z.object({
      path: z.string().nullable(),
      text: z.string(),
      warnings: z.array(z.string()).readonly(),
    }),
    async handle({ engine, actor, params: { id } }) {
      if (engine.gate.catalog.getCapability(id)) return readDocumentation(engine, id, actor);
      throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${id}".`);
    },
  }),
  route({
    id: "refreshCapability",
    method: "POST",
    path: "/v1/capabilities/:id/refresh",
    summary: "Read the folder of an installed capability again.",
    scope: "admin",
    params: CapabilityPath,
    body: z.strictObject({}),
    example: {},
    answer: InstalledFolderView,
    handle: async ({ engine, actor, params: { id } }) =>
      viewFolder(engine, await refreshFolder(engine, id, actor.id), actor),
  }),
];

/** Each kind is answered as its own lists have it. */
export function installRoute(kinds: readonly FolderKindParts[]): Route {
  /** Packages of the locks in the folder: who installs it approves them. */
  const packages = z.array(z.string()).readonly();
  const answers = kinds.map(({ kind, answer }) =>
    z.object({
      kind: z.literal(kind),
      [answer?.field ?? "folder"]: answer?.schema ?? InstalledFolderView,
      packages,
    }),
  );
  const brought = z.object({ kind: BroughtKind, folder: InstalledFolderView, packages });
  const [first, ...others] = answers;
  if (!first) throw new Error("There is no kind of folder.");
  return route({
    id: "installCapability",
    method: "POST",
    path: "/v1/capabilities/install",
    summary: "Install a folder of the server's machine, or a zip that is the body.",
    scope: "admin",
    takesFile: true,
    status: 201,
    answer: z.union([
      z.discriminatedUnion("kind", [first, ...others]),
      brought,
    ]) as z.ZodType<object>,
    async handle({ engine, actor, headers, upload }) {
      const bytes = await readUpload(upload);
      const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
      const isJson = /\bjson\b/.test(headers.get("content-type") ?? "");
      const { from, asked } =
        isZip && !isJson ? { from: { zip: bytes }, asked: {} } : wantedFolder(bytes);
      const found = await engine.of(BUNDLES).shelf.find(from);
      const packages = await lockedPackages(found.read);
      const folder = await installFolder(engine, { ...found, asked }, actor.id);
      const { kind, answer } = engine.of(BUNDLES).shelf.kinds.of(folder.kind);
      const shown = answer?.view(engine, folder, actor) ?? viewFolder(engine, folder, actor);
      return { kind, [answer?.field ?? "folder"]: shown, packages };
    },
  });
}

/** `{path}`, where the body is no zip. */
function wantedFolder(bytes: Uint8Array) {
  const body = parseJson(new TextDecoder().decode(bytes));
  const read = InstallBody.safeParse(isJsonObject(body) ? body : {});
  if (read.success) {
    const { path, entry_doc: wantedEntryDoc } = read.data;
    return { from: { path }, asked: wantedEntryDoc === undefined ? {} : { wantedEntryDoc } };
  }
  const message = 'Send {"path": "<folder>"} as JSON, or a zip as the body.';
  throw new CapstanError("REQUEST_INVALID", message, { details: { field: "path" } });
}
