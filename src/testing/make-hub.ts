import type { HubInstall, PinnedKey, StoredHub } from "../schema/hub-trust.ts";
import { fixtureTime } from "./fixtures.ts";

export function makeStoredHub(overrides: Partial<StoredHub> = {}): StoredHub {
  return {
    url: "https://hub.example",
    settingsKey: null,
    key: "ed25519:hub",
    serial: 3,
    etag: '"3"',
    index: "{}",
    checkedAt: fixtureTime(),
    ...overrides,
  };
}

export function makePinnedKey(overrides: Partial<PinnedKey> = {}): PinnedKey {
  return {
    publisher: "acme",
    key: "ed25519:a",
    fingerprint: "SHA256:a",
    pinnedBy: "admin",
    pinnedAt: fixtureTime(),
    ...overrides,
  };
}

export function makeHubInstall(overrides: Partial<HubInstall> = {}): HubInstall {
  return {
    id: "acme/hello",
    name: "hello",
    kind: "skill",
    version: "1.0.0",
    publisher: "acme",
    author: null,
    description: "Greets people.",
    digest: "sha256:a",
    capabilityId: "skill:hello",
    source: "https://hub.example",
    fingerprint: "SHA256:a",
    permissions: [],
    withdrawn: null,
    update: null,
    installedBy: "admin",
    installedAt: fixtureTime(),
    updatedAt: fixtureTime(),
    ...overrides,
  };
}
