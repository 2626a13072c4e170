import { setTimeout as sleep } from "node:timers/promises";
import type { SignInStore } from "./sign-in.ts";

type Options = { readonly store: SignInStore; readonly now: () => number };

/** Longer than a renewal may take: who began one and died holds up nobody for longer. */
const LEASE_MS = 40_000;
const LOOK_AGAIN_MS = 100;
const MOST_LOOKS = 600;

/**
 * A refresh token is good for one use, and many servers take everything away from who uses it twice. Of
 * all connections that were refused at once, also those of other processes on the same store, one renews,
 * and the others find what it got.
 */
export function createRenewals({ store, now }: Options) {
  const running = new Map<string, Promise<void>>();

  async function attempt(
    key: string,
    isRefused: (token: string) => boolean,
    renew: () => Promise<void>,
  ): Promise<void> {
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      await store.refresh();
      const kept = store.read(key);
      const { tokens, renewingUntil = 0 } = kept ?? {};
      if (tokens && !isRefused(tokens.access_token)) return;
      if (!kept || tokens?.refresh_token === undefined) return renew();
      if (renewingUntil > now()) await sleep(LOOK_AGAIN_MS);
      else if (await store.replace(key, { ...kept, renewingUntil: now() + LEASE_MS })) {
        return leased(key, renew);
      }
    }
    throw new Error("Another process has been renewing the sign-in for too long.");
  }

  async function leased(key: string, renew: () => Promise<void>): Promise<void> {
    try {
      await renew();
    } finally {
      const { renewingUntil, ...kept } = store.read(key) ?? {};
      if (renewingUntil !== undefined) await store.write(key, kept);
    }
  }

  return async function renewOnce(
    key: string,
    isRefused: (token: string) => boolean,
    renew: () => Promise<void>,
  ): Promise<void> {
    const before = running.get(key);
    const own = (before?.catch(() => {}) ?? Promise.resolve()).then(() =>
      attempt(key, isRefused, renew),
    );
    running.set(key, own);
    try {
      await own;
    } finally {
      if (running.get(key) === own) running.delete(key);
    }
  };
}
