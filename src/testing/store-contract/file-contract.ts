import { describe, expect, test } from "vitest";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeFile, makeSession } from "../fixtures.ts";

const SESSION = fixtureId("session");
const OTHER = fixtureId("session", 2);
const bytes = (text: string) => new TextEncoder().encode(text);

const blob = (digest: string, ...pieces: string[]): Change[] =>
  pieces.map((piece, index) => ({
    type: "blob.put",
    digest,
    index,
    bytes: bytes(piece),
    last: index === pieces.length - 1,
    createdAt: fixtureTime(),
  }));

const put = (path: string, more: Partial<ReturnType<typeof makeFile>> = {}): Change => ({
  type: "file.put",
  file: makeFile({ path, ...more }),
});

async function openWith(open: () => Promise<Store>, ...changes: Change[]): Promise<Store> {
  const store = await open();
  await store.journal.commit("test.files", [
    { type: "session.add", session: makeSession() },
    { type: "session.add", session: makeSession({ id: OTHER }) },
    ...blob("sha256:a", "a"),
    ...changes,
  ]);
  return store;
}

const ALL = { deep: true, after: "", limit: 100 };
const paths = (files: readonly { path: string }[]) => files.map(({ path }) => path);

export function fileContract(open: () => Promise<Store>): void {
  describe("session files", () => {
    test("E33: a file comes back as it was put, in its own session only", async () => {
      const store = await openWith(open, put("/a.txt"));
      expect(await store.files.get(SESSION, "/a.txt")).toEqual(makeFile());
      expect(await store.files.get(OTHER, "/a.txt")).toBeUndefined();
      expect(await store.files.list(OTHER, "/", ALL)).toEqual([]);
      expect(await store.files.usage(SESSION)).toEqual({ files: 1, bytes: 1 });
      expect(await store.files.usage(OTHER)).toEqual({ files: 0, bytes: 0 });
    });

    test("E27: a folder is listed by path, page by page, with or without those below it", async () => {
      const folder = { kind: "directory", digest: null, size: 0 } as const;
      const store = await openWith(
        open,
        put("/b", folder),
        put("/b/c", folder),
        put("/b/c/deep.txt"),
        put("/b/x.txt"),
        put("/b.txt"),
        put("/a%_[.txt"),
      );
      const list = async (path: string, more: Partial<typeof ALL> = {}) =>
        paths(await store.files.list(SESSION, path, { ...ALL, ...more }));
      expect(await list("/", { deep: false })).toEqual(["/a%_[.txt", "/b", "/b.txt"]);
      expect(await list("/b", { deep: false })).toEqual(["/b/c", "/b/x.txt"]);
      expect(await list("/b")).toEqual(["/b/c", "/b/c/deep.txt", "/b/x.txt"]);
      expect(await list("/")).toHaveLength(6);
      expect(await list("/b", { limit: 1 })).toEqual(["/b/c"]);
      expect(await list("/b", { after: "/b/c" })).toEqual(["/b/c/deep.txt", "/b/x.txt"]);
      expect((await store.files.usage(SESSION)).files).toBe(6);
    });

    test("E29: what is removed takes what is below it along, and nothing else", async () => {
      const folder = { kind: "directory", digest: null, size: 0 } as const;
      const store = await openWith(
        open,
        put("/b", folder),
        put("/b/x.txt"),
        put("/b.txt"),
        put("/b-1"),
        put("/bb/x.txt"),
      );
      const remove = () =>
        store.journal.commit("test.remove", [
          { type: "file.remove", sessionId: SESSION, path: "/b" },
        ]);
      await remove();
      expect(paths(await store.files.list(SESSION, "/", ALL))).toEqual([
        "/b-1",
        "/b.txt",
        "/bb/x.txt",
      ]);
      await expect(remove()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("a file is put only over what its writer read", async () => {
      const store = await openWith(open, put("/a.txt"), ...blob("sha256:b", "b"));
      const over = (path: string, expect?: string | null) =>
        store.journal.commit("test.put", [
          { type: "file.put", file: makeFile({ path, digest: "sha256:b" }), expect },
        ]);
      await expect(over("/a.txt", null)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(over("/a.txt", "sha256:x")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(over("/new.txt", "sha256:a")).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await over("/a.txt", "sha256:a");
      await over("/new.txt", null);
      await over("/a.txt");
      expect((await store.files.get(SESSION, "/a.txt"))?.digest).toBe("sha256:b");
    });

    test("a file is removed alone only as its remover read it, and a folder only when it is empty", async () => {
      const folder = { kind: "directory", digest: null, size: 0 } as const;
      const store = await openWith(open, put("/b", folder), put("/b/x.txt"), put("/b-1"));
      const remove = (...gone: [path: string, expect: string | null][]) =>
        store.journal.commit(
          "test.remove",
          gone.map(([path, expect]) => ({
            type: "file.remove",
            sessionId: SESSION,
            path,
            expect,
          })),
        );
      const conflict = { code: "STATE_CONFLICT" };
      await expect(remove(["/b/x.txt", "sha256:other"])).rejects.toMatchObject(conflict);
      await expect(remove(["/b/x.txt", null])).rejects.toMatchObject(conflict);
      await expect(remove(["/b", null])).rejects.toMatchObject(conflict);
      await expect(remove(["/none", "sha256:a"])).rejects.toMatchObject(conflict);
      await remove(["/b/x.txt", "sha256:a"], ["/b", null]);
      expect(paths(await store.files.list(SESSION, "/", ALL))).toEqual(["/b-1"]);
    });

    test("X17: whether a file can be run is kept", async () => {
      const store = await openWith(open, put("/run.sh", { executable: true }), put("/a.txt"));
      expect((await store.files.get(SESSION, "/run.sh"))?.executable).toBe(true);
      expect((await store.files.get(SESSION, "/a.txt"))?.executable).toBe(false);
    });

    test("X17: a workspace has one writer at a time; of one that died it can be taken over", async () => {
      const store = await openWith(open);
      const take = (holder: string, now: number, expires: number, sessionId = SESSION) =>
        store.journal.commit("test.take", [
          {
            type: "workspace.take",
            sessionId,
            holder,
            now: fixtureTime(now),
            expiresAt: fixtureTime(expires),
          },
        ]);
      const release = (holder: string) =>
        store.journal.commit("test.release", [
          { type: "workspace.release", sessionId: SESSION, holder },
        ]);
      const renew = (holder: string, expires: number) =>
        store.journal.commit("test.renew", [
          {
            type: "workspace.renew",
            sessionId: SESSION,
            holder,
            expiresAt: fixtureTime(expires),
          },
        ]);
      const conflict = { code: "STATE_CONFLICT" };
      await take("one", 0, 10);
      await take("other session", 0, 10, OTHER);
      await expect(take("two", 5, 15)).rejects.toMatchObject(conflict);
      await release("two");
      await expect(take("two", 5, 15)).rejects.toMatchObject(conflict);
      await renew("one", 20);
      await expect(take("two", 10, 30)).rejects.toMatchObject(conflict);
      await take("two", 20, 30);
      await expect(take("one", 21, 40)).rejects.toMatchObject(conflict);
      await release("two");
      // A renewal that arrives after the release changes nothing.
      await renew("two", 90);
      await take("one", 21, 40);
    });

    test("a content comes back piece by piece, byte for byte, and the same piece twice is one", async () => {
      const store = await openWith(open);
      const all = Uint8Array.from({ length: 256 }, (_, n) => n);
      const piece = (index: number, last: boolean): Change => ({
        type: "blob.put",
        digest: "sha256:all",
        index,
        bytes: all,
        last,
        createdAt: fixtureTime(),
      });
      await store.journal.commit("test.blob", [piece(0, false)]);
      expect(await store.files.hasBlob("sha256:all")).toBe(false);
      const early = store.journal.commit("test.put", [put("/x", { digest: "sha256:all" })]);
      await expect(early).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await store.journal.commit("test.blob", [piece(0, false), piece(1, true)]);
      expect(await store.files.hasBlob("sha256:all")).toBe(true);
      expect(new Uint8Array((await store.files.chunk("sha256:all", 1)) ?? [])).toEqual(all);
      expect(await store.files.chunk("sha256:all", 2)).toBeUndefined();
    });

    test("a content gets its name at its end; of two that are the same one stays", async () => {
      const store = await openWith(
        open,
        ...blob("upload:1", "x", "y"),
        ...blob("upload:2", "x", "y"),
      );
      for (const from of ["upload:1", "upload:2"]) {
        await store.journal.commit("test.name", [{ type: "blob.name", from, to: "sha256:xy" }]);
        expect(await store.files.hasBlob(from)).toBe(false);
        expect(await store.files.chunk(from, 0)).toBeUndefined();
      }
      expect(new Uint8Array((await store.files.chunk("sha256:xy", 1)) ?? [])).toEqual(bytes("y"));
      expect(await store.files.hasBlob("sha256:xy")).toBe(true);
    });

    test("a content may be named and put into a file in one step; one that is dropped is gone", async () => {
      const store = await openWith(open, ...blob("upload:1", "x"), ...blob("upload:2", "x", "y"));
      await store.journal.commit("test.name", [
        { type: "blob.name", from: "upload:1", to: "sha256:x" },
        put("/x.txt", { digest: "sha256:x" }),
      ]);
      expect((await store.files.get(SESSION, "/x.txt"))?.digest).toBe("sha256:x");
      const drop = () =>
        store.journal.commit("test.drop", [{ type: "blob.drop", digest: "upload:2" }]);
      await drop();
      await drop();
      expect(await store.files.hasBlob("upload:2")).toBe(false);
      expect(await store.files.chunk("upload:2", 0)).toBeUndefined();
    });

    test("contents that no file has are swept, once they are old enough", async () => {
      const store = await openWith(open, put("/a.txt"), ...blob("sha256:loose", "loose"));
      const sweep = (before: string) =>
        store.journal.commit("test.sweep", [{ type: "blobs.sweep", before }]);
      await sweep(fixtureTime());
      expect(await store.files.hasBlob("sha256:loose")).toBe(true);
      await sweep(fixtureTime(1));
      expect(await store.files.hasBlob("sha256:loose")).toBe(false);
      expect(await store.files.chunk("sha256:loose", 0)).toBeUndefined();
      expect(await store.files.hasBlob("sha256:a")).toBe(true);
    });
  });
}
