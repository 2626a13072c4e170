import { describe, expect, test } from "vitest";
import type { Bundle, BundleUser } from "../../schema/bundle.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeBundle, makeContext, makeSession } from "../fixtures.ts";

const SESSION = fixtureId("session");
const SOURCE: BundleUser = "source:folder";
const OF_SESSION: BundleUser = `session:${SESSION}`;

const blob = (digest: string): Change => ({
  type: "blob.put",
  digest,
  index: 0,
  bytes: new TextEncoder().encode(digest),
  last: true,
  createdAt: fixtureTime(),
});
const put = (bundle: Bundle, createdAt = fixtureTime()): Change => ({
  type: "bundle.put",
  bundle,
  createdAt,
});
const use = ({ digest }: Bundle, usedBy: BundleUser): Change => ({
  type: "bundle.use",
  digest,
  usedBy,
});
const release = (usedBy: BundleUser): Change => ({ type: "bundle.release", usedBy });

const one = makeBundle({}, { path: "run.sh", digest: "sha256:b", executable: true });
const other = makeBundle({ path: "other.md", digest: "sha256:c" });

async function openWith(open: () => Promise<Store>, ...changes: Change[]) {
  const store = await open();
  const commit = (...more: Change[]) => store.journal.commit("test.bundles", more);
  await commit(blob("sha256:a"), blob("sha256:b"), blob("sha256:c"), ...changes);
  const digests = async () => (await store.bundles.list()).map(({ digest }) => digest);
  /** As the tidying does it. */
  const sweep = (before = fixtureTime(1)) =>
    commit({ type: "bundles.sweep", before }, { type: "blobs.sweep", before });
  return { store, commit, digests, sweep };
}

export function bundleContract(open: () => Promise<Store>): void {
  describe("bundles", () => {
    test("come back as they were put, once, and are listed by digest", async () => {
      const { store, commit } = await openWith(open, put(other), put(one));
      await commit(put(one, fixtureTime(5)));
      expect(await store.bundles.get(one.digest)).toEqual(one);
      expect(await store.bundles.get("sha256:none")).toBeUndefined();
      const listed = [
        { digest: one.digest, createdAt: fixtureTime(5) },
        { digest: other.digest, createdAt: fixtureTime() },
      ];
      expect(await store.bundles.list()).toEqual(
        listed.toSorted((a, b) => (a.digest < b.digest ? -1 : 1)),
      );
    });

    test("are put only when all their contents are there, also from the same step", async () => {
      const { store, commit } = await openWith(open);
      const half = makeBundle({}, { path: "b", digest: "sha256:half" });
      const early: Change = { ...blob("sha256:half"), last: false } as Change;
      await expect(commit(put(half))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      await expect(commit(early, put(half))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.bundles.list()).toEqual([]);
      const naming: Change = { type: "blob.name", from: "upload:1", to: "sha256:half" };
      await commit(blob("upload:1"), naming, put(half));
      expect(await store.bundles.get(half.digest)).toEqual(half);
    });

    test("of very many files are put in one step", async () => {
      const { store, commit } = await openWith(open);
      const files = Array.from({ length: 2_000 }, (_, n) => ({
        path: `${n}`,
        digest: `sha256:${n % 50}`,
      }));
      const many = makeBundle(...files);
      await commit(
        ...Array.from({ length: 50 }, (_, n) => blob(`sha256:${n}`)),
        put(many),
        use(many, SOURCE),
      );
      expect((await store.bundles.get(many.digest))?.files).toHaveLength(2_000);
    });

    test("that are used stay with their contents; what nobody uses is swept, once it is old", async () => {
      const { store, digests, sweep } = await openWith(
        open,
        put(one),
        put(other),
        use(one, SOURCE),
      );
      await sweep(fixtureTime());
      expect(await digests()).toHaveLength(2);
      await sweep();
      expect(await digests()).toEqual([one.digest]);
      expect(await store.files.hasBlob("sha256:a")).toBe(true);
      expect(await store.files.hasBlob("sha256:b")).toBe(true);
      expect(await store.files.hasBlob("sha256:c")).toBe(false);
      expect(await store.files.chunk("sha256:b", 0)).toBeDefined();
    });

    test("that were put anew count as new", async () => {
      const { commit, digests, sweep } = await openWith(open, put(one));
      await commit(put(one, fixtureTime(10)));
      await sweep(fixtureTime(5));
      expect(await digests()).toEqual([one.digest]);
    });

    test("a content of two bundles stays while one of them does", async () => {
      const both = makeBundle({ path: "again.md" });
      const { store, commit, sweep } = await openWith(
        open,
        put(one),
        put(both),
        use(one, SOURCE),
        use(both, OF_SESSION),
      );
      await commit(release(SOURCE));
      await sweep();
      expect(await store.files.hasBlob("sha256:a")).toBe(true);
      expect(await store.files.hasBlob("sha256:b")).toBe(false);
    });

    test("who releases and uses again in one step keeps what it uses again", async () => {
      const { store, commit, digests, sweep } = await openWith(
        open,
        put(one),
        put(other),
        use(one, SOURCE),
        use(other, SOURCE),
        use(one, OF_SESSION),
      );
      await commit(use(one, SOURCE));
      expect(await store.bundles.usedBy(SOURCE)).toEqual([one.digest, other.digest].toSorted());
      await commit(release(SOURCE), use(other, SOURCE));
      expect(await store.bundles.usedBy(SOURCE)).toEqual([other.digest]);
      await commit(release(OF_SESSION));
      await sweep();
      expect(await digests()).toEqual([other.digest]);
      await expect(commit(use(one, SOURCE))).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("an erased session uses none any more, nor do its contexts", async () => {
      const context = makeContext({ sessionId: SESSION });
      const ofContext: BundleUser = `context:${context.id}`;
      const { store, commit, digests, sweep } = await openWith(
        open,
        { type: "session.add", session: makeSession() },
        { type: "context.put", context, expect: null },
        put(one),
        put(other),
        use(one, OF_SESSION),
        use(one, ofContext),
        use(other, "session:session_other"),
      );
      await sweep();
      expect(await digests()).toHaveLength(2);
      await commit({ type: "session.erase", sessionId: SESSION, records: 0 });
      expect(await store.bundles.usedBy(OF_SESSION)).toEqual([]);
      expect(await store.bundles.usedBy(ofContext)).toEqual([]);
      await sweep();
      expect(await digests()).toEqual([other.digest]);
    });
  });
}
