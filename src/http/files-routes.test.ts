import { afterEach, describe, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";
import type { JsonObject } from "../base/json.ts";

let close = async () => {};
afterEach(() => close());

async function open(options: Parameters<typeof openApi>[0] = {}) {
  const api = await openApi(options);
  close = api.close;
  const { body } = await api.post<{ id: string }>("/v1/sessions", {});
  const files = `/v1/sessions/${body.id}/files`;
  const put = (path: string, content: string, headers: Record<string, string> = {}) =>
    api.raw("PUT", `${files}${path}`, content, headers);
  return { ...api, id: body.id, files, put };
}

type Listed = { items: JsonObject[]; total: number };

describe("the files of a session over HTTP", () => {
  test("E33: are written, listed, read and removed", async () => {
    const api = await open();
    const written = await api.put("/docs/notes.md", "# Notes\n");
    expect(written).toMatchObject({
      status: 200,
      body: { path: "/docs/notes.md", size_bytes: 8, created: true, mime: "text/markdown" },
    });
    const top = await api.get<Listed>(`${api.files}?list=true`);
    expect(top.body).toMatchObject({ total: 1, items: [{ path: "/docs", is_directory: true }] });
    const all = await api.get<Listed>(`${api.files}?recursive=true`);
    expect(all.body.items.map(({ path }) => path)).toEqual(["/docs", "/docs/notes.md"]);
    const inDocs = await api.get<Listed>(`${api.files}/docs?list`);
    expect(inDocs.body).toMatchObject({ total: 1, items: [{ name: "notes.md" }] });
    const removed = await api.request("DELETE", `${api.files}/docs/notes.md`);
    expect(removed.body).toEqual({ path: "/docs/notes.md", deleted: true });
    expect(await api.get(`${api.files}/docs/notes.md`)).toMatchObject({
      status: 404,
      body: { code: "FILE_NOT_FOUND" },
    });
  });

  test("A117: what a session made is an attachment that no browser acts on", async () => {
    const api = await open();
    const page = "<script>alert(1)</script>";
    await api.put("/evil.html", page);
    const answer = await api.get<string>(`${api.files}/evil.html`);
    expect(answer.body).toBe(page);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("a write over what somebody else has changed is refused", async () => {
    const api = await open();
    await api.put("/a.txt", "one");
    const { headers } = await api.get(`${api.files}/a.txt`);
    const tag = headers.get("etag") ?? "";
    expect((await api.put("/a.txt", "two", { "if-match": tag })).status).toBe(200);
    expect(await api.put("/a.txt", "three", { "if-match": tag })).toMatchObject({
      status: 409,
      body: { code: "STATE_CONFLICT" },
    });
  });

  test("A1: a path that is none is refused, and too much is 413", async () => {
    const api = await open({ limits: { file_bytes: 1_000 } });
    expect(await api.put("/a%E2%80%AEb", "x")).toMatchObject({ status: 422 });
    expect(await api.put("/big", "x".repeat(1_001))).toMatchObject({
      status: 413,
      body: { code: "FILE_TOO_LARGE" },
    });
  });

  test("X18: who only invokes cannot delete here what the tool would have asked about", async () => {
    const api = await open();
    const { body } = await api.post<{ id: string }>("/v1/sessions", {}, { as: "agent" });
    const path = `/v1/sessions/${body.id}/files/a.txt`;
    await api.request("PUT", path, { as: "agent", body: new Uint8Array([1]) });
    expect(await api.request("DELETE", path, { as: "agent" })).toMatchObject({
      status: 403,
      body: { code: "SCOPE_MISSING" },
    });
  });

  test("X18: who only invokes cannot replace a file around the tool, here or with a message", async () => {
    const api = await open();
    const { body } = await api.post<{ id: string }>("/v1/sessions", {}, { as: "agent" });
    const path = `/v1/sessions/${body.id}/files/a.txt`;
    const put = (text: string) =>
      api.request("PUT", path, { as: "agent", body: new TextEncoder().encode(text) });
    expect((await put("one")).status).toBe(200);
    expect(await put("two")).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
    const send = (text: string) =>
      api.post(
        `/v1/sessions/${body.id}/messages`,
        { content: [{ type: "file", path: "/a.txt", data: btoa(text) }] },
        { as: "agent" },
      );
    expect(await send("two")).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
    expect((await send("one")).status).toBeLessThan(300);
    expect((await api.get(path, { as: "agent" })).body).toBe("one");
  });

  const OWNER = { id: "prn_owner", name: "owner" };

  test("C5: what a person does to files is on record, in the session's stream", async () => {
    const api = await open();
    await api.put("/a.txt", "one");
    await api.put("/a.txt", "two");
    await api.request("DELETE", `${api.files}/a.txt`);
    const { body } = await api.get<Listed>(`/v1/audit?session_id=${api.id}`);
    const records = body.items.filter(({ type }) => String(type).startsWith("file."));
    expect(records.toReversed().map(({ type, actor, data }) => [type, actor, data])).toEqual([
      ["file.written", OWNER, expect.objectContaining({ path: "/a.txt", size_bytes: 3 })],
      ["file.written", OWNER, expect.objectContaining({ path: "/a.txt", size_bytes: 3 })],
      ["file.removed", OWNER, { path: "/a.txt" }],
    ]);
  });

  test("E33: of another's session nobody sees the files", async () => {
    const api = await open();
    await api.put("/a.txt", "mine");
    expect((await api.get(`${api.files}/a.txt`, { as: "agent" })).status).toBe(404);
    expect((await api.get(api.files, { as: "agent" })).status).toBe(404);
  });

  test("P32, P33: what a call writes is an artifact of it", async () => {
    const api = await open({
      steps: [
        { tool_calls: [{ name: "write_file", input: { path: "/out.csv", content: "a,b\n" } }] },
        { text: "done" },
      ],
    });
    await api.say(api.id, "write it");
    const { body } = await api.get<Listed>(`/v1/sessions/${api.id}/artifacts`);
    expect(body).toMatchObject({
      total: 1,
      items: [
        {
          path: "/out.csv",
          mime: "text/csv",
          size_bytes: 4,
          tool_id: "builtin:session_file_system:write_file",
        },
      ],
    });
    expect((await api.get<string>(`${api.files}/out.csv`)).body).toBe("a,b\n");
  });
});
