import type { Routes } from "../../../src/http/client/wire.ts";
import { keepAdmin } from "./admin-token.ts";

/**
 * Who is signed in, in all tabs of this origin, until it expires or somebody signs out. Storage
 * belongs to one origin, port included: a cookie would reach every port of the host (A116). Keys that
 * people type are never kept, only the token that they are exchanged for.
 */
type SignedIn = Omit<Routes["POST /v1/sign-in"]["answer"], "admin">;

const KEY = "capstan.sign-in";
const changes = new EventTarget();

/** Why nobody is signed in any more; for the page that asks them to. */
let why: string | null = null;

export function readSignIn(): SignedIn | null {
  const text = rawSignIn();
  if (text === null) return null;
  try {
    const signedIn = JSON.parse(text) as SignedIn;
    // Before there were ids it was kept with a name alone.
    const { actor } = signedIn as { readonly actor: unknown };
    return typeof actor === "string" ? { ...signedIn, actor: { id: "", name: actor } } : signedIn;
  } catch {
    return null;
  }
}

export function keepSignIn(signedIn: SignedIn): void {
  why = null;
  localStorage.setItem(KEY, JSON.stringify(signedIn));
  changes.dispatchEvent(new Event("change"));
}

export function dropSignIn(reason: string | null = null): void {
  why = reason;
  localStorage.removeItem(KEY);
  keepAdmin(null);
  changes.dispatchEvent(new Event("change"));
}

export const whySignedOut = (): string | null => why;

export function onSignIn(listener: () => void): () => void {
  changes.addEventListener("change", listener);
  return () => changes.removeEventListener("change", listener);
}

/** Another tab has written to the storage under this key; null when it was emptied. */
export function followOtherTabs(key: string | null): void {
  if (key !== KEY && key !== null) return;
  keepAdmin(null);
  why = rawSignIn() === null ? "You were signed out in another tab." : null;
  changes.dispatchEvent(new Event("change"));
}

/** Stable while nothing changes, as an external store must be. */
export function rawSignIn(): string | null {
  return localStorage.getItem(KEY);
}

/** Whether who is signed in here answers approvals too. */
export function mayApprove(): boolean {
  return readSignIn()?.scopes.includes("approve") ?? false;
}
