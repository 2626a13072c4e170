import { chownSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Api, type Asked, openApi, tokenOf } from "../../test/open-api.ts";
import { openDesk } from "../../test/pty.ts";
import { timestamp } from "../base/clock.ts";
import { createKeyring, newMasterKey } from "../base/keyring.ts";
import type { Person } from "../schema/principal.ts";
import { PRESENCE_MS, signAdminToken } from "./admin-token.ts";

const HERE = "127.0.0.1";
const MINUTE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), "capstan-presence-"));
afterAll(() => rmSync(folder, { recursive: true }));

let api: Api;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

type Proven = { readonly token: string; readonly expires_at: string };
type Problem = { readonly code: string; readonly message: string };
type SignedIn = {
  readonly token: string;
  readonly actor: Person;
  readonly admin: Proven | null;
};

const ask = (terminal: string, asked: Asked = {}) =>
  api.post<{ id: string; expires_at: string }>(
    "/v1/presence",
    { terminal },
    { from: HERE, ...asked },
  );
const prove = <T = Proven>(id: string, code: string, asked: Asked = {}) =>
  api.post<T>(`/v1/presence/${id}`, { code }, { from: HERE, ...asked });

/** What a token may do: the list of keys is for admins. */
const isAdmin = async (token: string) => (await api.get("/v1/tokens", { token })).status === 200;

async function proveAt(desk: Awaited<ReturnType<typeof openDesk>>): Promise<Proven> {
  const { body } = await ask(desk.device);
  const proven = await prove(body.id, await desk.code());
  expect(proven.status).toBe(200);
  return proven.body;
}

async function linkBy(asked: Asked, body?: object): Promise<SignedIn> {
  const made = await api.post<{ code: string }>("/v1/sign-in/codes", body, asked);
  expect(made.status).toBe(201);
  const { code } = made.body;
  return (await api.post<SignedIn>("/v1/sign-in", { code }, { as: null })).body;
}

const recorded = async () =>
  (await api.records())
    .filter(({ type }) => type.startsWith("presence."))
    .map(({ type, actor, data }) => [type, actor, data.reason ?? data.terminal]);

describe("F69: presence at a terminal", () => {
  test("whoever reads the code there is the admin for 15 minutes, as the owner", async () => {
    const desk = await openDesk();
    const { token, expires_at: until } = await proveAt(desk);
    expect(until).toBe(timestamp(api.clock.now() + 15 * MINUTE_MS));
    expect(await isAdmin(token)).toBe(true);
    await api.request("PUT", "/v1/secrets/DESK", { token, body: { value: "a long value" } });
    const set = (await api.records()).find(({ type }) => type === "secret.set");
    expect(set?.actor).toBe("prn_owner");
    expect(await recorded()).toEqual([
      ["presence.asked", "prn_owner", desk.device],
      ["presence.proven", "prn_owner", desk.device],
    ]);
    api.clock.advance(PRESENCE_MS - 1);
    expect(await isAdmin(token)).toBe(true);
    api.clock.advance(1);
    expect((await api.get("/v1/tokens", { token })).status).toBe(401);
  });

  test("the code is taken in either case, once, and stands in no record", async () => {
    const desk = await openDesk();
    const { body } = await ask(desk.device);
    const code = await desk.code();
    expect((await prove(body.id, ` ${code.toLowerCase().replace("-", " ")}`)).status).toBe(200);
    const again = await prove<Problem>(body.id, code);
    expect([again.status, again.body.code]).toEqual([404, "PRESENCE_NOT_FOUND"]);
    const written = JSON.stringify(await api.records());
    expect(written).not.toContain(code);
    expect(written).not.toContain(code.replace("-", ""));
  });

  test("three wrong codes end it, also for the right one", async () => {
    const desk = await openDesk();
    const { body } = await ask(desk.device);
    const code = await desk.code();
    const tries: string[] = [];
    for (const wrong of ["AAAA-AAAA", "", "0"]) {
      tries.push((await prove<Problem>(body.id, wrong || "?")).body.message);
    }
    expect(tries).toEqual([
      "This is not the code. 2 tries are left.",
      "This is not the code. 1 try is left.",
      "This is not the code. 0 tries are left.",
    ]);
    expect((await prove(body.id, code)).status).toBe(404);
    expect((await recorded()).map(([type]) => type)).toEqual([
      "presence.asked",
      ...Array(4).fill("presence.refused"),
    ]);
  });

  test("after two minutes the code is too old", async () => {
    const desk = await openDesk();
    const { body } = await ask(desk.device);
    const code = await desk.code();
    api.clock.advance(2 * MINUTE_MS);
    expect((await prove(body.id, code)).status).toBe(404);
  });

  test("five codes in two minutes are enough for a terminal", async () => {
    const desk = await openDesk();
    const asked = async () => (await ask(desk.device)).status;
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push(await asked());
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    api.clock.advance(2 * MINUTE_MS);
    expect(await asked()).toBe(201);
  });

  test("refusals fill no audit trail", async () => {
    for (let n = 0; n < 30; n++) await prove("unknown", "AAAA-AAAA");
    expect(await recorded()).toHaveLength(20);
  });

  test("a proof makes no lasting key of an admin, no other proof and no longer one", async () => {
    const desk = await openDesk();
    const { token, expires_at: until } = await proveAt(desk);
    const made = { name: "for-ever", scopes: ["admin"] };
    expect((await api.post("/v1/tokens", made, { token })).status).toBe(403);
    expect((await api.post("/v1/admin/token", {}, { token })).status).toBe(403);
    expect((await ask(desk.device, { token })).status).toBe(403);
    api.clock.advance(MINUTE_MS);
    const link = await linkBy({ token });
    expect(link.admin?.expires_at).toBe(until);
    expect(link).toMatchObject({ actor: { id: "prn_owner", name: "owner" }, expires_at: until });
  });
});

describe("F69: what is no terminal of one's own is not written to", () => {
  const at = (name: string) => join(folder, name);
  writeFileSync(at("file"), "kept");
  symlinkSync("/dev/pts/0", at("link"));
  test.each([
    ["a file", at("file")],
    ["a link", at("link")],
    ["a path with a step up", "/dev/pts/../null"],
    ["a device that is no terminal", "/dev/null"],
    ["the server's own terminal", "/dev/tty"],
    ["the maker of terminals", "/dev/ptmx"],
    ["a terminal that is not there", "/dev/pts/4294967"],
    ["a name with an end of its own", "/dev/pts/0\0"],
    ["two lines", "/dev/pts/0\n"],
    ["nothing", "x"],
  ])("%s", async (_, path) => {
    const { status, body } = await ask(path);
    expect([status, (body as unknown as Problem).code]).toEqual([422, "TERMINAL_INVALID"]);
    expect((await recorded()).map(([type]) => type)).toEqual(["presence.refused"]);
  });

  test("a terminal of another user", async (context) => {
    const desk = await openDesk();
    if (process.getuid?.() !== 0) context.skip("only root can give a terminal away");
    chownSync(desk.device, 65_534, 65_534);
    expect((await ask(desk.device)).status).toBe(422);
    expect(desk.screen()).not.toContain("code");
  });

  test("and a file stays as it was", async () => {
    await ask(at("file"));
    expect(readFileSync(at("file"), "utf8")).toBe("kept");
  });
});

describe("F69: the owner's key alone is never the admin's", () => {
  const key = tokenOf("owner");
  /** Every way there is to ask for more; each answers the tokens that it got. */
  const ATTEMPTS: Record<string, () => Promise<readonly (string | undefined)[]>> = {
    "the key itself": async () => [key],
    "a link that it makes": async () => {
      const { token, admin } = await linkBy({});
      return [token, admin?.token];
    },
    "a link of such a link": async () => {
      const { token } = await linkBy({});
      const second = await linkBy({ token });
      return [second.token, second.admin?.token];
    },
    "a link that it vouches for itself": async () => {
      const asked = await api.post<{ code?: string }>("/v1/sign-in/codes", { admin: key });
      expect(asked.status).toBe(403);
      return [asked.body.code];
    },
    "the short-lived key of an admin": async () => {
      const { body } = await api.post<Partial<Proven>>("/v1/admin/token", {});
      return [body.token];
    },
    "a new key": async () => {
      const wanted = { name: "mine", scopes: ["admin"] };
      return [(await api.post<{ token?: string }>("/v1/tokens", wanted)).body.token];
    },
    "a code that it cannot read": async () => {
      const desk = await openDesk();
      const { body } = await ask(desk.device);
      return [(await prove<Partial<Proven>>(body.id, "AAAA-AAAA")).body.token];
    },
    "a proof from another machine": async () => {
      const desk = await openDesk();
      const tries = await Promise.all([
        ask(desk.device, { from: "192.168.1.20" }),
        ask(desk.device, { from: "::ffff:192.168.1.20" }),
        ask(desk.device, { from: "" }),
        ask(desk.device, { headers: { "x-forwarded-for": "203.0.113.9" } }),
        ask(desk.device, { headers: { forwarded: "for=203.0.113.9" } }),
      ]);
      expect(tries.map(({ status }) => status)).toEqual(Array(5).fill(403));
      const { body } = await ask(desk.device);
      const code = await desk.code();
      const answer = await prove<Partial<Proven>>(body.id, code, { from: "192.168.1.20" });
      return [answer.body.token];
    },
    "a token that it signs itself": async () => {
      const claims = { tokenId: "token_preset_x", expiresAt: "2099-01-01T00:00:00.000Z" };
      const own = createKeyring(newMasterKey());
      return [signAdminToken(own, { ...claims, isPresent: true })];
    },
    "its own signed token, rewritten": async () => {
      const { token } = await linkBy({});
      const [text = "", signature] = token.slice("capa_".length).split(".");
      const claims = JSON.parse(Buffer.from(text, "base64url").toString());
      const more = JSON.stringify({ ...claims, isPresent: true });
      return [`capa_${Buffer.from(more).toString("base64url")}.${signature}`];
    },
  };

  test.each(Object.entries(ATTEMPTS))("not by %s", async (_, attempt) => {
    for (const token of await attempt()) {
      if (token !== undefined) expect(await isAdmin(token)).toBe(false);
    }
  });

  test.each(["admin", "agent", "nobody"] as const)(
    "and another key than the owner's proves nothing: %s",
    async (as) => {
      const desk = await openDesk();
      expect((await ask(desk.device, { as })).status).toBe(403);
      const { body } = await ask(desk.device);
      expect((await prove(body.id, await desk.code(), { as })).status).toBe(403);
    },
  );
});

describe("F69: a link that an admin vouches for", () => {
  test("makes the owner the admin in the browser, no longer than the admin is one", async () => {
    const desk = await openDesk();
    const { token, expires_at: until } = await proveAt(desk);
    api.clock.advance(MINUTE_MS);
    const signedIn = await linkBy({}, { admin: token });
    expect(signedIn.actor.name).toBe("owner");
    expect(signedIn.admin?.expires_at).toBe(until);
    expect(await isAdmin(signedIn.admin?.token ?? "")).toBe(true);
    expect(await isAdmin(signedIn.token)).toBe(false);
  });

  test("by the admin key: for 15 minutes from the sign-in on", async () => {
    const { admin, actor } = await linkBy({}, { admin: tokenOf("admin") });
    const until = timestamp(api.clock.now() + PRESENCE_MS);
    expect([actor.name, admin?.expires_at]).toEqual(["owner", until]);
  });

  test("makes nobody else one", async () => {
    const signedIn = await linkBy({ as: "agent" }, { admin: tokenOf("admin") });
    expect(signedIn).toMatchObject({ actor: { id: "prn_agent", name: "agent" }, admin: null });
  });
});
