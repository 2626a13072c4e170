import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startFakeProvider } from "../fake-provider.ts";
import { startLive } from "../live-server.ts";
import { openPty, type Pty } from "../pty.ts";

const CAPSTAN = join(import.meta.dirname, "../../bin/capstan.mjs");
const BUNDLE = { CAPSTAN_BUNDLE: process.env.CAPSTAN_BUNDLE ?? "" };
const PROGRAM = { NODE: process.execPath, CAPSTAN, ...BUNDLE };
const WITH_COMMANDS = { timeout: 60_000 };

type SignedIn = {
  readonly token: string;
  readonly actor: { readonly id: string; readonly name: string };
  readonly admin: { readonly token: string; readonly expires_at: string } | null;
};

async function openLive(env: Record<string, string> = { CAPSTAN_MODEL: "offline" }) {
  const live = await startLive({ env });
  onTestFinished(() => live.stop());
  const signIn = async (link: string) => {
    const code = link.split("#code=")[1] ?? "";
    return (await live.call<SignedIn>("POST", "/v1/sign-in", { code })).body;
  };
  const isAdmin = async (token: string) =>
    (await live.call("GET", "/v1/tokens", undefined, token)).status === 200;
  /** A person at a shell, with the owner's home and no key of an admin. */
  const sit = (env: Record<string, string> = {}) => {
    const keyless = { CAPSTAN_HOME: live.home, CAPSTAN_ADMIN_KEY: "", CAPSTAN_URL: "" };
    return atShell(openPty("sh", { env: { ...PROGRAM, ...keyless, PS1: "$ ", ...env } }));
  };
  return { ...live, signIn, isAdmin, sit };
}

function atShell(pty: Pty) {
  let read = 0;
  return {
    ...pty,
    /** What it prints until `until`. */
    async types(command: string, until: RegExp): Promise<string> {
      read = pty.screen().length;
      pty.type(`"$NODE" "$CAPSTAN" ${command}; echo "exit:$?"\n`);
      await pty.shows(until, read);
      return pty.screen().slice(read);
    },
    /** What it prints to the end, with the exit code. */
    async runs(command: string): Promise<string> {
      return this.types(command, /^exit:\d+$/m);
    },
    /** Types the code that stands there, and waits for the end. */
    async givesCode(): Promise<string> {
      const code = await pty.shows(/type this code: (\S+)\n/, read);
      await pty.shows(/Code \(Enter for the admin key\): /, read);
      pty.type(`${code}\n`);
      await pty.shows(/^exit:\d+$/m, read);
      return pty.screen().slice(read);
    },
  };
}

const ASKED = /Code \(Enter for the admin key\): /;

test("F69: on one's own machine no admin key is needed: one code, and admin at that terminal alone", {
  ...WITH_COMMANDS,
}, async () => {
  const live = await openLive();
  const desk = live.sit();
  await desk.types("tokens list", ASKED);
  expect(await desk.givesCode()).toMatch(/^exit:0$/m);

  const parent = mkdtempSync(join(tmpdir(), "capstan-presence-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "greeter");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "SKILL.md"),
    "---\nname: greeter\ndescription: Greets.\n---\nGreet.\n",
  );
  const commands: [string, RegExp][] = [
    [`capabilities install ${folder}`, /^exit:0$/m],
    // Added as it is; there is only no server at that address.
    ["mcp add notes --url http://127.0.0.1:1/mcp", /^notes +failed[\s\S]*^exit:1$/m],
    ["mcp remove notes", /^exit:0$/m],
    ["halt --reason drill", /^exit:0$/m],
    ["halt --lift", /^exit:0$/m],
  ];
  for (const [command, ending] of commands) {
    const printed = await desk.runs(command);
    expect(printed, command).toMatch(ending);
    expect(printed, command).not.toMatch(ASKED);
  }

  const [file = ""] = readdirSync(join(live.home, "presence"));
  const path = join(live.home, "presence", file);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(live.home, "presence")).mode & 0o777).toBe(0o700);

  const other = live.sit();
  await other.types("tokens list", ASKED);
  other.type("\u0003");
  await other.shows(/^exit:1$/m);
  // Not even by the file of the first one, under its own name.
  other.type("tty\n");
  const device = await other.shows(/^\/dev\/(pts\/\d+)$/m);
  copyFileSync(path, join(live.home, "presence", device.replace("/", "-")));
  await other.types("tokens list", ASKED);
});

test("F69: a command asks for one thing after the other: a provider, a code, a key", {
  ...WITH_COMMANDS,
}, async () => {
  const provider = await startFakeProvider("openai", [{ text: "ok" }]);
  onTestFinished(() => provider.stop());
  const live = await openLive({ CAPSTAN_MODEL: "", OLLAMA_HOST: "127.0.0.1:1" });
  const desk = live.sit();
  await desk.types(`model connect --base-url ${provider.url}`, /Provider, or a whole model name: /);
  desk.type("openai/small\n");
  const code = await desk.shows(/type this code: (\S+)\n/);
  await desk.shows(ASKED);
  desk.type(`${code}\n`);
  await desk.shows(/Key of OpenAI: /);
  desk.type("sk-typed-and-not-shown-81\n");
  await desk.shows(/Connected\. openai\/small answers[\s\S]*^exit:0$/m);
  expect(desk.screen()).not.toContain("sk-typed");
  expect(provider.asked[0]?.headers.authorization).toBe("Bearer sk-typed-and-not-shown-81");
  expect(await desk.runs("model")).toMatch(/^model +openai\/small$/m);
});

test("F69: three wrong codes end the command, and nothing is kept", WITH_COMMANDS, async () => {
  const live = await openLive();
  const desk = live.sit();
  await desk.types("tokens list", ASKED);
  for (const left of ["2 tries are left", "1 try is left"]) {
    desk.type("AAAA-AAAA\n");
    await desk.shows(new RegExp(left));
  }
  desk.type("AAAA-AAAA\n");
  await desk.shows(/0 tries are left[\s\S]*^exit:4$/m);
  expect(readdirSync(live.home)).not.toContain("presence");
});

test("F69: the admin key is asked for where presence cannot be proven", WITH_COMMANDS, async () => {
  const live = await openLive();
  const away = live.sit({ CAPSTAN_URL: live.url });
  expect(await away.types("tokens list", /Admin key: /)).not.toContain("code");
  away.type(`${live.newAdminKey}\n`);
  await away.shows(/^exit:0$/m);

  const desk = live.sit();
  await desk.types("tokens list", ASKED);
  desk.type("\n");
  await desk.shows(/Admin key: /);
  desk.type(`${live.newAdminKey}\n`);
  await desk.shows(/^exit:0$/m);

  // Without a terminal there is nobody to ask.
  const piped = live.sit();
  expect(await piped.runs("tokens list < /dev/null")).toMatch(
    /set CAPSTAN_ADMIN_KEY[\s\S]*exit:4$/m,
  );
});

test("F69: `console --admin` prints a link that makes the browser the admin's, as the owner", {
  ...WITH_COMMANDS,
}, async () => {
  const live = await openLive();
  const desk = live.sit();
  const plain = await desk.runs("console");
  const without = await live.signIn(/(http\S+)/.exec(plain)?.[1] ?? "");
  expect(without).toMatchObject({ actor: { id: "prn_owner", name: "owner" }, admin: null });

  await desk.types("console --admin", ASKED);
  const printed = await desk.givesCode();
  const signedIn = await live.signIn(/(http\S+#code=\S+)/.exec(printed)?.[1] ?? "");
  expect(signedIn.actor.name).toBe("owner");
  expect(await live.isAdmin(signedIn.admin?.token ?? "")).toBe(true);
  expect(await live.isAdmin(signedIn.token)).toBe(false);
});

test("F69: the link that `serve` shows on a terminal proves presence; in a pipe it does not", {
  ...WITH_COMMANDS,
}, async () => {
  const live = await openLive();
  const [shown, piped] = [join(live.home, "shown"), join(live.home, "piped")];
  const env = { ...PROGRAM, CAPSTAN_PORT: "0", CAPSTAN_MODEL: "offline", DATABASE_URL: "" };
  const signInAt = async (link: string) => {
    const [url, code] = link.split("/#code=");
    const answer = await fetch(`${url}/v1/sign-in`, {
      method: "POST",
      body: JSON.stringify({ code }),
    });
    return { ...((await answer.json()) as SignedIn), url };
  };
  const LINK = /ten minutes\): (\S+)\n/;

  const terminal = openPty('exec "$NODE" "$CAPSTAN" serve', {
    env: { ...env, CAPSTAN_HOME: shown },
  });
  const { admin, actor, url } = await signInAt(await terminal.shows(LINK));
  expect(actor.name).toBe("owner");
  const asAdmin = { headers: { authorization: `Bearer ${admin?.token}` } };
  expect((await fetch(`${url}/v1/tokens`, asAdmin)).status).toBe(200);

  const pipe = openPty('"$NODE" "$CAPSTAN" serve | cat', { env: { ...env, CAPSTAN_HOME: piped } });
  expect((await signInAt(await pipe.shows(LINK))).admin).toBeNull();
});

test("F69: whoever may approve may halt, and only an admin resumes: by HTTP, at a terminal, in the console", {
  ...WITH_COMMANDS,
}, async () => {
  const live = await openLive();
  const halted = async () => (await live.call<{ halted: boolean }>("GET", "/v1/halt")).body.halted;
  const lift = (token: string) => live.call("DELETE", "/v1/halt", undefined, token);
  const admin = live.newAdminKey ?? "";

  expect((await live.call("POST", "/v1/halt", { reason: "by HTTP" })).status).toBe(200);
  expect(await halted()).toBe(true);
  expect((await lift(live.key)).status).toBe(403);
  expect((await lift(admin)).status).toBe(200);

  const desk = live.sit();
  const printed = await desk.runs("halt --reason terminal");
  expect(printed).toMatch(/Everything is stopped[\s\S]*^exit:0$/m);
  expect(printed).not.toMatch(ASKED);
  await desk.types("halt --lift", ASKED);
  expect(await desk.givesCode()).toMatch(/Nothing is stopped\.[\s\S]*^exit:0$/m);
  expect(await halted()).toBe(false);

  const { code } = (await live.call<{ code: string }>("POST", "/v1/sign-in/codes")).body;
  const { token } = await live.signIn(`#code=${code}`);
  expect((await live.call("POST", "/v1/halt", {}, token)).status).toBe(200);
  expect((await lift(token)).status).toBe(403);
  expect((await lift(admin)).status).toBe(200);
});
