import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import { BUNDLES } from "../../features/bundles/bundles.ts";
import { readUpload } from "../../features/bundles/read-upload.ts";
import type { Api } from "../../http/api.ts";
import { requireScope } from "../../http/authenticate.ts";
import { flag } from "../../http/query.ts";
import { route } from "../../http/route.ts";
import { folderAddition } from "./add-folder.ts";
import { AddedTool, AddedView } from "./addition.ts";
import { findAddition } from "./find-addition.ts";

const MAX_TEXT = 500_000;

const addRoute = route({
  id: "addAnything",
  method: "POST",
  path: "/v1/add",
  summary:
    "Add a folder, a zip, an MCP server or a capability, whichever it is; with preview=true only say what it is.",
  // Each kind asks for the scope of its own installer.
  scope: "invoke",
  takesFile: true,
  query: z.object({ preview: flag.optional(), digest: z.string().max(200).optional() }),
  body: z.strictObject({
    /** A path, an address, a name, a line of npx or uvx, or JSON; a zip is sent as the body instead. */
    what: z.string().min(1).max(MAX_TEXT),
    /** Which of several MCP servers is meant, or what one is to be called. */
    id: z.string().min(1).max(64).optional(),
  }),
  example: { what: "/home/me/skills/chart" },
  answer: AddedView,
  async handle({ engine, actor: by, query: { preview, digest }, body, upload, signal }) {
    if (preview || !body) requireScope(by, "approve");
    const addition = body
      ? await findAddition(engine, { ...body, id: body.id, by, signal })
      : await folderAddition(
          engine,
          await engine.of(BUNDLES).shelf.find({ zip: await readUpload(upload) }),
        );
    if (preview) {
      return { ...addition.shown, state: "preview" as const, approvalIds: [], problem: null };
    }
    requireScope(by, addition.scope);
    if (digest !== undefined && digest !== addition.shown.digest) {
      const message = "This is not what was shown: it has changed since. Look at it again.";
      throw new CapstanError("STATE_CONFLICT", message, { details: { field: "digest" } });
    }
    return addition.add(by);
  },
});

export const addApi: Api = {
  routes: [addRoute],
  nouns: { Added: AddedView, AddedTool },
};
