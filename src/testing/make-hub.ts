import type { HubInstall, KnownHub, PinnedKey } from "../schema/hub.ts";
import { fixtureTime } from "./fixtures.ts";

export function makeKnownHub(overrides: Partial<KnownHub> = {}): KnownHub {
  return {
    url: "https://hub.example",
    serial: 3,
    expires: fixtureTime(),
    index: "{}",
    etag: '"3"',
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
    name: "acme/hello",
    kind: "skill",
    version: "1.0.0",
    publisher: "acme",
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
