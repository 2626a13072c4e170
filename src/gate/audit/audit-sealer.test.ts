import { describe, expect, onTestFinished, test } from "vitest";
import { CapstanError } from "../../base/errors.ts";
import { createKeyring, signedBy } from "../../base/keyring.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import { makeAuditEntry } from "../../testing/fixtures.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { type Sealer, sealAudit } from "./audit-sealer.ts";

const signer = createKeyring(new Uint8Array(32)).signer("audit");
const isSigned = signedBy(signer.publicKey);

function open(): Sealer & { store: Store } {
  const store = openSqliteStore(":memory:");
  onTestFinished(() => store.close());
  return { store, clock: createManualClock(), signer };
}

const append = ({ store }: Sealer, stream = "system") =>
  store.journal.commit("test.audit", [{ type: "audit.add", entry: makeAuditEntry({ stream }) }]);

describe("sealAudit", () => {
  test("C5: has nothing to sign while nothing changed", async () => {
    const sealer = open();
    expect(await sealAudit(sealer)).toBeUndefined();
    await append(sealer);
    expect(await sealAudit(sealer)).toMatchObject({ sequence: 1 });
    expect(await sealAudit(sealer)).toBeUndefined();
  });

  test("C5: signs each checkpoint over the one before it and the heads that changed", async () => {
    const sealer = open();
    await append(sealer);
    const first = await sealAudit(sealer);
    await append(sealer);
    await append(sealer, "actor:owner:2026-01-01");
    const second = await sealAudit(sealer);
    expect(JSON.parse(second?.body ?? "")).toEqual({
      at: "2026-01-02T03:04:05.000Z",
      previous: first?.hash,
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      sequence: 2,
      streams: 2,
    });
    expect(await sealer.store.audit.lastCheckpoint()).toEqual(second);
    expect(await sealer.store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 2 });
  });

  test("C5: leaves it at that when another process has sealed meanwhile", async () => {
    const sealer = open();
    const { store } = sealer;
    await append(sealer);
    const slow: Sealer = {
      ...sealer,
      store: {
        ...store,
        audit: {
          ...store.audit,
          async unsealedHeads() {
            const heads = await store.audit.unsealedHeads();
            await sealAudit(sealer);
            return heads;
          },
        },
      },
    };
    expect(await sealAudit(slow)).toBeUndefined();
    expect(await store.audit.verify(isSigned)).toMatchObject({ ok: true, checkpoints: 1 });
  });

  test("passes on that the store does not answer", async () => {
    const sealer = open();
    await append(sealer);
    const commit = async () => {
      throw new CapstanError("STORE_UNAVAILABLE", "The disk is full.");
    };
    const broken = {
      ...sealer,
      store: { ...sealer.store, journal: { ...sealer.store.journal, commit } },
    };
    await expect(sealAudit(broken)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await sealAudit(sealer)).toMatchObject({ sequence: 1 });
  });
});
