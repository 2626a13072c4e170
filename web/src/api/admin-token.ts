import type { AnswerOf } from "../../../src/http/client/route.ts";

/** Of a person who proved to be present, or typed the admin key. In the memory of this tab alone. */
type AdminToken = AnswerOf<"POST /v1/admin/token">;

const MARGIN_MS = 10_000;

const changes = new EventTarget();
let kept: AdminToken | null = null;

export function keepAdmin(admin: AdminToken | null): void {
  kept = admin;
  changes.dispatchEvent(new Event("change"));
}

/** Null when there is none, or it is about to expire. */
export function keptAdmin(): string | null {
  const isGood = kept !== null && Date.parse(kept.expires_at) - MARGIN_MS > Date.now();
  return isGood ? (kept?.token ?? null) : null;
}

export function onAdmin(listener: () => void): () => void {
  changes.addEventListener("change", listener);
  return () => changes.removeEventListener("change", listener);
}
