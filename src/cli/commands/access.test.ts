import { describe, expect, test } from "vitest";
import { runAgainst } from "../testing/run-cli.ts";

const opening = (root: string | null, more: object = {}) => ({
  ...{ capability_id: "ext:files", root, host: null, verbs: ["read"], from: "given" },
  ...{
    session_id: null,
    given_by: { id: "prn_owner", name: "owner" },
    given_at: "2026-03-01T10:00:00.000Z",
  },
  ...{ machine: "here", is_here: true, is_same: true },
  ...more,
});
const ITEMS = [
  opening("/srv/reports"),
  opening("/srv/one", { session_id: "session_1" }),
  opening("/srv/set", {
    from: "settings",
    given_by: { id: "settings", name: "settings" },
    given_at: null,
  }),
  opening("/srv/gone", { is_same: false }),
  opening(null, { host: "api.example", verbs: [], machine: null, is_same: null }),
];
const ACCESS = { capability_id: "ext:files", machine: "here", paths: [], hosts: [], items: ITEMS };
const run = (argv: string[]) =>
  runAgainst(
    {
      "GET /v1/capabilities/ext%3Afiles/access": { body: ACCESS },
      "PUT /v1/capabilities/ext%3Afiles/access": { body: ACCESS },
    },
    ["access", ...argv],
  );

describe("access", () => {
  test("list says who opened what, and what is not the same folder any more", async () => {
    const { code, out } = await run(["list", "ext:files"]);
    expect(code).toBe(0);
    expect(out).toContain("settings.json");
    expect(out).toContain("changed: open it again");
    expect(out).toContain("api.example");
  });

  test("allow sends what was given before with it, and nothing of the settings", async () => {
    const { code, seen } = await run(["allow", "ext:files", "/srv/reports", "--write"]);
    expect(code).toBe(0);
    expect(seen.at(-1)?.body).toEqual({
      paths: [
        { root: "/srv/one", verbs: ["read"], session_id: "session_1" },
        { root: "/srv/gone", verbs: ["read"], session_id: null },
        { root: "/srv/reports", verbs: ["read", "write"], session_id: null },
      ],
      hosts: ["api.example"],
    });
  });

  test("a name without a slash is a host, and a relative path is made whole", async () => {
    const host = await run(["allow", "ext:files", "db.example:5432"]);
    expect(host.seen.at(-1)?.body).toMatchObject({ hosts: ["api.example", "db.example:5432"] });
    const path = await run(["allow", "ext:files", "./docs"]);
    expect(path.seen.at(-1)?.body).toMatchObject({
      paths: expect.arrayContaining([expect.objectContaining({ root: `${process.cwd()}/docs` })]),
    });
  });

  test("revoke closes one, or all of them, and says when there was none", async () => {
    const one = await run(["revoke", "ext:files", "api.example"]);
    expect(one.code).toBe(0);
    expect(one.seen.at(-1)?.body).toMatchObject({ hosts: [] });
    const all = await run(["revoke", "ext:files"]);
    expect(all.seen.at(-1)?.body).toEqual({ paths: [], hosts: [] });
    expect(all.out).toContain("Access from settings.json stays");
    const none = await run(["revoke", "ext:files", "/srv/other"]);
    expect(none.code).toBe(1);
    expect(none.out).toContain("was not open");
  });
});
