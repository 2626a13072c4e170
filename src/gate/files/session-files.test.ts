import { createHash } from "node:crypto";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { createRedactor } from "../../base/redaction/redactor.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, makeSession } from "../../testing/fixtures.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import type { SessionFiles } from "../session-files.ts";
import { openSessionFiles } from "./session-files.ts";
import { CHUNK_BYTES } from "./store-content.ts";

let store: Store | undefined;
afterEach(() => store?.close());

const SESSION = fixtureId("session");
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array) => new TextDecoder().decode(found);

async function open(limits = {}, redactor = createRedactor()) {
  store = openSqliteStore(":memory:");
  const other = fixtureId("session", 2);
  await store.journal.commit("test.sessions", [
    { type: "session.add", session: makeSession() },
    { type: "session.add", session: makeSession({ id: other }) },
  ]);
  const options = {
    store,
    clock: createManualClock(),
    redactor,
    limits: { fileBytes: 1_000_000, sessionBytes: 2_000_000, sessionFiles: 20, ...limits },
  };
  return { files: openSessionFiles(options, SESSION), other: openSessionFiles(options, other) };
}

const readAll = async (files: SessionFiles, path: string) =>
  text(await files.read(path, 0, 1_000_000));

describe("a session's files", () => {
  test("E34: writing makes the folders above, and says whether the file is new", async () => {
    const { files } = await open();
    const first = await files.write("/docs/notes/a.txt", bytes("one"));
    expect(first).toMatchObject({ created: true, file: { name: "a.txt", sizeBytes: 3 } });
    expect((await files.write("/docs/notes/a.txt", bytes("two"))).created).toBe(false);
    expect(await readAll(files, "/docs/notes/a.txt")).toBe("two");
    expect((await files.list("/docs")).map(({ path }) => path)).toEqual(["/docs/notes"]);
    expect(await files.stat("/docs")).toMatchObject({ isDirectory: true, digest: null });
  });

  test("E33: another session sees none of it", async () => {
    const { files, other } = await open();
    await files.write("/a.txt", bytes("mine"));
    expect(await other.stat("/a.txt")).toBeUndefined();
    expect(await other.list("/")).toEqual([]);
    await expect(other.read("/a.txt", 0, 9)).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  test("X19: any stretch of a large file is read without the rest, and it comes back byte for byte", async () => {
    const { files } = await open();
    const content = Uint8Array.from({ length: 2 * CHUNK_BYTES + 7 }, (_, n) => (n * 31) % 256);
    await files.write("/big.bin", content);
    const around = await files.read("/big.bin", CHUNK_BYTES - 3, 6);
    expect(around).toEqual(content.slice(CHUNK_BYTES - 3, CHUNK_BYTES + 3));
    expect(await files.read("/big.bin", content.length - 2, 99)).toEqual(content.slice(-2));
    expect(await files.read("/big.bin", content.length + 5, 9)).toEqual(new Uint8Array());
    let size = 0;
    for await (const chunk of files.chunks("/big.bin")) size += chunk.byteLength;
    expect(size).toBe(content.length);
  });

  test("E26: any bytes come back as they were, in whatever pieces they came", async () => {
    const { files } = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }),
        async (parts) => {
          async function* source() {
            yield* parts;
          }
          await files.write("/any.bin", source());
          const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
          expect(new Uint8Array(await files.read("/any.bin", 0, 1_000))).toEqual(whole);
        },
      ),
      { numRuns: 50 },
    );
  });

  test("E29: a folder with something in it is removed only when that is meant", async () => {
    const { files } = await open();
    await files.write("/d/a.txt", bytes("a"));
    await files.write("/d.txt", bytes("b"));
    await expect(files.remove("/d", false)).rejects.toMatchObject({ code: "PATH_INVALID" });
    expect(await files.remove("/d", true)).toBe(true);
    expect(await files.remove("/d", true)).toBe(false);
    expect((await files.list("/")).map(({ path }) => path)).toEqual(["/d.txt"]);
  });

  test("moving and copying take what is below along, and never over something", async () => {
    const { files } = await open();
    await files.write("/a/x.txt", bytes("x"));
    await files.copy("/a", "/b/c");
    await files.move("/a", "/z");
    const all = await files.list("/", { recursive: true });
    expect(all.map(({ path }) => path)).toEqual(["/b", "/b/c", "/b/c/x.txt", "/z", "/z/x.txt"]);
    await expect(files.move("/z", "/b")).rejects.toMatchObject({ code: "PATH_INVALID" });
    await expect(files.copy("/z", "/z/in")).rejects.toMatchObject({ code: "PATH_INVALID" });
    await expect(files.move("/none", "/y")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  test("a file is not a folder, and the other way round", async () => {
    const { files } = await open();
    await files.write("/a", bytes("a"));
    for (const attempt of [
      () => files.write("/a/b", bytes("b")),
      () => files.list("/a"),
      () => files.makeDirectory("/a"),
      () => files.write("/", bytes("x")),
      () => files.read("/", 0, 1),
      () => files.remove("/", true),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "PATH_INVALID" });
    }
  });

  test("a write over what its writer did not read conflicts", async () => {
    const { files } = await open();
    const { file } = await files.write("/a", bytes("one"), { expect: null });
    await files.write("/a", bytes("two"), { expect: file.digest });
    const stale = files.write("/a", bytes("three"), { expect: file.digest });
    await expect(stale).rejects.toMatchObject({ code: "STATE_CONFLICT" });
  });

  test("limits hold for one file, for all of them, and for their number", async () => {
    const { files } = await open({ fileBytes: 10, sessionBytes: 15, sessionFiles: 3 });
    const write = (path: string, size: number) => files.write(path, new Uint8Array(size));
    await expect(write("/a", 11)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
    await write("/a", 10);
    await expect(write("/b", 6)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
    await write("/a", 5);
    await write("/b", 5);
    await write("/c", 5);
    await expect(write("/d", 0)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
    await expect(files.copy("/a", "/d")).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
  });

  test("folders count: no path of many names makes more of them than there may be", async () => {
    const { files } = await open({ sessionFiles: 5 });
    await files.write("/a/b/c.txt", bytes("x"));
    const refused = { code: "FILE_TOO_LARGE" };
    await expect(files.write("/1/2/3.txt", bytes("x"))).rejects.toMatchObject(refused);
    await expect(files.makeDirectory("/1/2/3")).rejects.toMatchObject(refused);
    await expect(files.copy("/a", "/z")).rejects.toMatchObject(refused);
    await expect(files.move("/a/b/c.txt", "/1/2/3/c.txt")).rejects.toMatchObject(refused);
    await files.makeDirectory("/1/2");
    await files.move("/a/b/c.txt", "/1/2/c.txt");
    expect(await files.list("/", { recursive: true })).toHaveLength(5);
  });

  const cut = async function* () {
    yield new Uint8Array(3 * CHUNK_BYTES);
    throw new Error("The client has gone.");
  };
  test.each([
    ["is larger than a file may be", "/a", new Uint8Array(900_000), {}],
    ["is more than the session has room for", "/a", new Uint8Array(700_000), {}],
    ["was cut", "/a", cut(), {}],
    ["is over a file that is another by now", "/there", new Uint8Array(600_000), { expect: null }],
    ["is one file too many", "/full", bytes("x"), {}],
  ] as const)("of an upload that %s no byte is kept", async (_, path, content, options) => {
    const full = path === "/full" ? { sessionFiles: 1 } : {};
    const { files } = await open({ fileBytes: 800_000, sessionBytes: 650_000, ...full });
    await files.write("/there", bytes("there"));
    const puts: string[] = [];
    const journal = store?.journal;
    const commit = journal?.commit.bind(journal);
    if (!store || !journal || !commit) throw new Error("No store.");
    Object.assign(journal, {
      commit: (...[step, changes, durable]: Parameters<typeof commit>) => {
        for (const change of changes) if (change.type === "blob.put") puts.push(change.digest);
        return commit(step, changes, durable);
      },
    });
    await expect(files.write(path, content, options)).rejects.toThrow();
    for (const digest of puts) expect(await store.files.chunk(digest, 0)).toBeUndefined();
    const whole = content instanceof Uint8Array ? content : new Uint8Array();
    const digest = `sha256:${createHash("sha256").update(whole).digest("hex")}`;
    expect(await store.files.hasBlob(digest)).toBe(false);
  });

  test("X23: a known secret does not reach a file, also across pieces", async () => {
    const redactor = createRedactor();
    redactor.register("KEY", "correct-horse-battery");
    const { files } = await open({}, redactor);
    async function* source() {
      yield bytes("key: correct-ho");
      yield bytes("rse-battery\n");
    }
    await files.write("/a", source());
    expect(await readAll(files, "/a")).toBe("key: ***REDACTED***\n");
  });
});

describe("paths", () => {
  test.each([
    ["A1", "../../etc/passwd"],
    ["A1", "/../etc/passwd"],
    ["A2", "/grant/../grantee/x"],
    ["A4", "/grant//..//x"],
    ["A4", "/grant/./../x"],
    ["A6", "file:///etc/passwd"],
    ["A6", "~/.ssh/id_rsa"],
    ["A6", "C:\\x"],
    ["A6", "/\\\\?\\x"],
    ["A7", "/a.txt\0.png"],
    ["A8", "/a.txt "],
    ["A9", "/a\u202etxt.exe"],
    ["A9", "/a\u200b.txt"],
    ["A3", "etc/passwd"],
  ])("%s: %j is refused", async (_attack, path) => {
    const { files } = await open();
    await expect(files.write(path, bytes("x"))).rejects.toMatchObject({ code: "PATH_INVALID" });
    await expect(files.stat(path)).rejects.toMatchObject({ code: "PATH_INVALID" });
  });

  test("A5, A9, A10: what looks like an encoding is a name, and two spellings of one name are one file", async () => {
    const { files } = await open();
    await files.write("/%2e%2e%2fetc", bytes("literal"));
    expect(await readAll(files, "/%2e%2e%2fetc")).toBe("literal");
    await files.write("/café.txt".normalize("NFD"), bytes("x"));
    expect(await files.stat("/café.txt".normalize("NFC"))).toBeDefined();
    await files.write("/．．／x", bytes("fullwidth is literal"));
    expect((await files.list("/")).length).toBe(3);
  });

  test("E31: an absolute path is one inside the session, whatever the machine has there", async () => {
    const { files } = await open();
    expect(await files.stat("/etc/passwd")).toBeUndefined();
  });
});

describe("what is too large or too strange", () => {
  test("A22: of a file of any size a read takes no more than it asks for", async () => {
    const { files } = await open();
    await files.write("/big", new Uint8Array(900_000));
    expect((await files.read("/big", 0, 10)).byteLength).toBe(10);
    expect((await files.read("/big", 899_995, 1_000_000)).byteLength).toBe(5);
  });

  test("A23: a folder of very many entries is listed page by page, and a path cannot be endless", async () => {
    const { files } = await open({ sessionFiles: 5_000 });
    for (let n = 0; n < 30; n++) await files.write(`/d/${n}`, new Uint8Array());
    const first = await files.list("/d", { limit: 20 });
    expect(first).toHaveLength(20);
    const rest = await files.list("/d", { limit: 20, after: first.at(-1)?.path ?? "" });
    expect(rest).toHaveLength(10);
    const deep = `/${"x/".repeat(10_000)}`;
    await expect(files.write(deep, new Uint8Array())).rejects.toMatchObject({
      code: "PATH_INVALID",
    });
  });

  test.each(["/a\nb", "/a\u001b[31mb", "/a\rb"])(
    "A24: the name %j cannot be given",
    async (path) => {
      const { files } = await open();
      await expect(files.write(path, bytes("x"))).rejects.toMatchObject({ code: "PATH_INVALID" });
    },
  );
});
