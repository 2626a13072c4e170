import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { route } from "../../http/route.ts";
import { listOf } from "../../http/views.ts";
import { PlannedStep } from "../../schema/extension.ts";
import { folderId, type InstalledFolder } from "../../schema/installed-folder.ts";
import { Page } from "../../schema/page.ts";
import { BUNDLES } from "../bundles/bundles.ts";
import { enableFolder, installFolder, removeFolder } from "../bundles/registry.ts";
import { extensionInvalid } from "./extension-errors.ts";
import { NO_EXTENSION } from "./load-extension.ts";
import { ExtensionView, viewExtension } from "./view-extension.ts";

const ExtensionPath = z.object({ id: z.string() });

export const ExtensionDetailsView = ExtensionView.extend({
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int() })),
  /** What its author wants done to the machine. None of it was done. */
  plan: z.array(PlannedStep).readonly(),
});

/** Programs of somebody else that run here: what changes them is the admin's. */
export const extensionsRoutes = [
  route({
    id: "listExtensions",
    method: "GET",
    path: "/v1/extensions",
    summary: "List the extensions, with their tools.",
    scope: "invoke",
    query: Page,
    answer: listOf(ExtensionView),
    async handle({ engine, actor, query: { limit, offset } }) {
      const all = [...engine.of(BUNDLES).installed().values()].filter(({ kind }) => kind === "ext");
      const items = all
        .slice(offset, offset + limit)
        .map((one) => viewExtension(engine, one, actor));
      return { items, total: all.length };
    },
  }),
  route({
    id: "installExtension",
    method: "POST",
    path: "/v1/extensions",
    summary: "Install a folder of the server's machine as an extension, or read it again.",
    scope: "admin",
    body: z.strictObject({ path: z.string().min(1).max(4_096) }),
    example: { path: "/home/me/extensions/hello" },
    status: 201,
    answer: ExtensionView,
    async handle({ engine, actor, body }) {
      const found = await engine.of(BUNDLES).shelf.find(body);
      const { kind } = found;
      if (kind !== "ext") throw extensionInvalid(NO_EXTENSION, { kind });
      return viewExtension(engine, await installFolder(engine, found, actor.id), actor);
    },
  }),
  route({
    id: "getExtension",
    method: "GET",
    path: "/v1/extensions/:id",
    summary: "One extension: its tools, its files, and the install plan that was not run.",
    scope: "invoke",
    params: ExtensionPath,
    answer: ExtensionDetailsView,
    async handle({ engine, actor, params }) {
      const extension = requireExtension(engine, params.id);
      const folderShelf = engine.of(BUNDLES).shelf;
      const files = await folderShelf.files(extension.digest);
      const { plan = [] } = await folderShelf.stored("ext", extension.digest);
      return {
        ...viewExtension(engine, extension, actor),
        files: files.map(({ path, size_bytes }) => ({ path, sizeBytes: size_bytes })),
        plan,
      };
    },
  }),
  route({
    id: "changeExtension",
    method: "PATCH",
    path: "/v1/extensions/:id",
    summary: "Enable or disable an extension.",
    scope: "admin",
    params: ExtensionPath,
    body: z.strictObject({ enabled: z.boolean() }),
    example: { enabled: false },
    answer: ExtensionView,
    async handle({ engine, actor, params, body }) {
      const { id } = requireExtension(engine, params.id);
      const changed = await enableFolder(engine, id, { ...body, draft: false }, actor.id);
      return viewExtension(engine, changed, actor);
    },
  }),
  route({
    id: "removeExtension",
    method: "DELETE",
    path: "/v1/extensions/:id",
    summary: "Remove an extension that no agent has.",
    scope: "admin",
    params: ExtensionPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, actor, params: { id } }) {
      await removeFolder(engine, requireExtension(engine, id).id, actor.id);
      return { id, removed: true };
    },
  }),
];

/** People may write the id with its kind in front, as it is listed. */
function requireExtension({ of }: Engine, id: string): InstalledFolder {
  const found = of(BUNDLES)
    .installed()
    .get(folderId("ext", id.replace(/^ext:/, "")));
  if (found) return found;
  throw new CapstanError("EXTENSION_NOT_FOUND", `No extension "${id}".`, {
    details: { extension_id: id },
  });
}
