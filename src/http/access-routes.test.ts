import { mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openApi } from "../../test/open-api.ts";

const FILES = {
  id: "files",
  name: "Files",
  description: "Prints files.",
  tools: [
    {
      name: "cat",
      description: "Prints a file.",
      input_schema: { type: "object", properties: { path: { type: "string", format: "path" } } },
      exec: { command: "cat", args: ["--", "{{path}}"] },
    },
  ],
};
const ACCESS = "/v1/capabilities/ext:files/access";

let api: Awaited<ReturnType<typeof openApi>>;
let folder: string;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-http-")));
  api = await openApi({ machine: "here" });
  await api.request("POST", "/v1/capabilities", { as: "admin", body: FILES });
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (body: object, as: "owner" | "admin" | "agent" = "owner") =>
  api.request<Record<string, unknown>>("PUT", ACCESS, { as, body });
const get = (path = ACCESS) => api.request<Record<string, unknown>>("GET", path, {});

describe("the access of a capability", () => {
  test("is empty until a person gives it, and says who that was", async () => {
    expect((await get()).body).toEqual({
      ...{ capability_id: "ext:files", machine: "here", paths: [], hosts: [], items: [] },
    });
    const { status, body } = await put({ paths: [{ root: `${folder}/.`, verbs: ["read"] }] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      paths: [{ root: folder, verbs: ["read"] }],
      hosts: [],
      items: [
        {
          ...{ capability_id: "ext:files", root: folder, host: null, verbs: ["read"] },
          ...{
            from: "given",
            session_id: null,
            given_by: { id: "prn_owner", name: "owner" },
            machine: "here",
          },
          ...{ given_at: expect.any(String), is_here: true, is_same: true },
        },
      ],
    });
    expect((await get("/v1/access")).body).toMatchObject({ total: 1 });
    renameSync(folder, `${folder}-moved`);
    expect((await get()).body).toMatchObject({ items: [{ is_same: false }] });
    rmSync(`${folder}-moved`, { recursive: true });
  });

  test("is replaced as a whole; what is listed again stays as it was given", async () => {
    const read = { root: folder, verbs: ["read"] };
    await put({ paths: [read] });
    const body = { paths: [read], hosts: ["api.example"] };
    expect((await put(body, "admin")).body).toMatchObject({
      items: [
        { given_by: { id: "prn_owner", name: "owner" } },
        { host: "api.example", given_by: { id: "prn_admin", name: "admin" } },
      ],
    });
    expect((await put({})).body).toMatchObject({ items: [] });
  });

  test("needs an admin for hosts and for folders to change of code that does not ship", async () => {
    for (const body of [
      { hosts: ["api.example"] },
      { paths: [{ root: folder, verbs: ["write"] }] },
    ]) {
      expect(await put(body)).toMatchObject({ status: 403, body: { code: "SCOPE_MISSING" } });
      expect((await put(body, "admin")).status).toBe(200);
      await put({});
    }
    expect((await put({ paths: [] }, "agent")).status).toBe(403);
  });

  test("A25, A26: says what is wrong with a folder or a host", async () => {
    expect(await put({ paths: [{ root: "/", verbs: ["read"] }] })).toMatchObject({
      status: 422,
      body: { code: "ROOT_INVALID", detail: expect.stringContaining("Name the folder") },
    });
    expect(await put({ hosts: ["http://x.example/"] }, "admin")).toMatchObject({
      status: 422,
      body: { code: "HOST_INVALID" },
    });
    expect((await put({ paths: [{ root: folder, verbs: [] }] })).status).toBe(422);
    expect((await get("/v1/capabilities/ext:none/access")).status).toBe(404);
  });

  test("an approval says what it opens, and takes for how long", async () => {
    const invoke = () =>
      api.request<Record<string, never>>("POST", "/v1/tools/ext:files:cat/invoke", {
        body: { inputs: { path: `${folder}/none.txt` } },
      });
    await invoke();
    const { body } = await api.request<{ items: { id: string; access: unknown }[] }>(
      "GET",
      "/v1/approvals?state=pending",
      {},
    );
    const [approval] = body.items;
    expect(approval?.access).toEqual({ paths: [{ root: folder, verbs: ["read"] }], hosts: [] });
    const run = (access: string) =>
      api.request("POST", `/v1/approvals/${approval?.id}/run`, { body: { access } });
    expect((await run("sometimes")).status).toBe(422);
    expect(await run("always")).toMatchObject({
      status: 200,
      body: { approval: { opened: "always" } },
    });
    expect((await get()).body).toMatchObject({ paths: [{ root: folder, verbs: ["read"] }] });
  });
});
