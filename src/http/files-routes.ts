import mime from "mime";
import * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { readableSession, usableSession } from "../engine/sessions/session-access.ts";
import { sessionArtifacts } from "../engine/sessions/session-artifacts.ts";
import type { FileInfo } from "../gate/session-files.ts";
import { Page } from "../schema/page.ts";
import { attachmentOf } from "./attachment.ts";
import { route } from "./route.ts";
import { listOf } from "./views.ts";
import { toWire } from "./wire.ts";

export const FileView = z.object({
  path: z.string(),
  name: z.string(),
  isDirectory: z.boolean(),
  sizeBytes: z.int(),
  mime: z.string().nullable(),
  digest: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const ArtifactView = z.object({
  path: z.string(),
  mime: z.string().nullable(),
  sizeBytes: z.int().nullable(),
  invocationId: z.string(),
  toolId: z.string(),
  createdAt: z.string(),
});

const SessionPath = z.object({ id: z.string() });
const FilePath = SessionPath.extend({ path: z.string().default("") });
const flag = z.enum(["", "true", "1", "false", "0"]).transform((text) => !/^(false|0)$/.test(text));
const MAX_LISTED = 10_000;

export const filesRoutes = [
  route({
    id: "listFiles",
    method: "GET",
    path: "/v1/sessions/:id/files",
    summary: "List the files of a session.",
    scope: "invoke",
    params: SessionPath,
    query: z.object({
      path: z.string().default("/"),
      list: flag.optional(),
      recursive: flag.optional(),
    }),
    answer: listOf(FileView),
    async handle({ engine, actor, params, query }) {
      const session = await readableSession(engine.gate, params.id, actor);
      const files = engine.filesOf(session.id);
      const found = await files.list(query.path, {
        recursive: query.recursive === true,
        limit: MAX_LISTED,
      });
      return { items: found.map(viewFile), total: found.length };
    },
  }),
  route({
    id: "getFile",
    method: "GET",
    path: "/v1/sessions/:id/files/:path{.+}",
    summary: "Read a file, as an attachment. With list, list a folder.",
    scope: "invoke",
    params: FilePath,
    query: z.object({ list: flag.optional(), recursive: flag.optional() }),
    answerType: "*/*",
    otherAnswers: [{ statuses: [200], answerType: "application/json", answer: listOf(FileView) }],
    async handle({ engine, actor, params, query }) {
      const session = await readableSession(engine.gate, params.id, actor);
      const files = engine.filesOf(session.id);
      const path = `/${params.path}`;
      if (query.list) {
        const found = await files.list(path, { recursive: query.recursive === true });
        const items = found.map((file) => wireFile(viewFile(file)));
        return Response.json({ items, total: items.length });
      }
      const file = await files.stat(path);
      if (!file) throw new CapstanError("FILE_NOT_FOUND", `This session has nothing at ${path}.`);
      if (file.isDirectory)
        throw new CapstanError("PATH_INVALID", `${path} is a folder. Add ?list to list it.`);
      return new Response(ReadableStream.from(files.chunks(path)), {
        headers: {
          ...attachmentOf(file.name),
          "content-length": String(file.sizeBytes),
          etag: `"${file.digest}"`,
        },
      });
    },
  }),
  route({
    id: "putFile",
    method: "PUT",
    path: "/v1/sessions/:id/files/:path{.+}",
    summary: "Write a file; the body is its content.",
    scope: "invoke",
    takesFile: true,
    params: FilePath,
    answer: FileView.extend({ created: z.boolean() }),
    async handle({ engine, actor, params, headers, upload }) {
      const session = await usableSession(engine.gate, params.id, actor);
      const path = `/${params.path}`;
      const files = engine.filesOf(session.id, actor.id);
      const mayReplace = actor.scopes.includes("approve");
      if (!mayReplace && (await files.stat(path))) throw notReplaced(path);
      const expect = mayReplace ? digestOf(headers.get("if-match")) : null;
      const { file, created } = await files.write(path, upload, {
        ...(expect !== undefined && { expect }),
        isForeign: true,
      });
      return { ...viewFile(file), created };
    },
  }),
  route({
    id: "deleteFile",
    method: "DELETE",
    path: "/v1/sessions/:id/files/:path{.+}",
    summary: "Delete a file; with recursive, a folder and everything in it.",
    // The tool that deletes asks a person: who only invokes must not go around it here.
    scope: "approve",
    params: FilePath,
    query: z.object({ recursive: flag.optional() }),
    answer: z.object({ path: z.string(), deleted: z.boolean() }),
    async handle({ engine, actor, params, query }) {
      const session = await usableSession(engine.gate, params.id, actor);
      const path = `/${params.path}`;
      const files = engine.filesOf(session.id, actor.id);
      return { path, deleted: await files.remove(path, query.recursive === true) };
    },
  }),
  route({
    id: "listArtifacts",
    method: "GET",
    path: "/v1/sessions/:id/artifacts",
    summary: "The files that the session's calls have made, oldest first.",
    scope: "invoke",
    params: SessionPath,
    query: Page,
    answer: listOf(ArtifactView),
    async handle({ engine, actor, params, query: { limit, offset } }) {
      const session = await readableSession(engine.gate, params.id, actor);
      const all = await sessionArtifacts(engine, session.id);
      return { items: all.slice(offset, offset + limit), total: all.length };
    },
  }),
];

/** The tool that writes files asks a person where policy says so: this is no way around it. */
function notReplaced(path: string): CapstanError {
  const message = `${path} is there already: replacing it needs the scope "approve". Use another name, or call write_file.`;
  return new CapstanError("SCOPE_MISSING", message, { details: { scope: "approve" } });
}

function viewFile({ path, name, isDirectory, sizeBytes, digest, createdAt, updatedAt }: FileInfo) {
  const type = isDirectory ? null : mime.getType(name);
  return { path, name, isDirectory, sizeBytes, mime: type, digest, createdAt, updatedAt };
}

function wireFile(file: ReturnType<typeof viewFile>): unknown {
  return toWire(FileView, file);
}

function digestOf(ifMatch: string | null): string | undefined {
  return ifMatch === null ? undefined : ifMatch.replaceAll('"', "");
}
