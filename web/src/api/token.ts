import type { Routes } from "../../../src/client/wire.ts";

/**
 * The tab's token. It lives in this tab alone: not in a cookie, which would reach every port of
 * the host (A116), and not in local storage, which would outlive the tab.
 */
type SignedIn = Omit<Routes["POST /v1/sign-in"]["answer"], "expires_at">;

const KEY = "capstan.sign-in";
const changes = new EventTarget();

export function readSignIn(): SignedIn | null {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as SignedIn);
}

export function keepSignIn(signedIn: SignedIn): void {
  sessionStorage.setItem(KEY, JSON.stringify(signedIn));
  changes.dispatchEvent(new Event("change"));
}

export function dropSignIn(): void {
  sessionStorage.removeItem(KEY);
  changes.dispatchEvent(new Event("change"));
}

export function onSignIn(listener: () => void): () => void {
  changes.addEventListener("change", listener);
  return () => changes.removeEventListener("change", listener);
}

/** Stable while nothing changes, as an external store must be. */
export function rawSignIn(): string | null {
  return sessionStorage.getItem(KEY);
}
