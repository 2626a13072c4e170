import type { List } from "./list.ts";
import { request } from "./request.ts";

export type Scope = "invoke" | "approve" | "admin";

export type Key = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
};

export type NewKey = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_in_s?: number;
};

export const listKeys = (token: string) =>
  request<List<Key>>("GET", "/v1/tokens?limit=500", { token });

/** The only time that a key's own text is told. */
export const createKey = (wanted: NewKey, token: string) =>
  request<Key & { readonly token: string }>("POST", "/v1/tokens", { body: wanted, token });

export const revokeKey = (id: string, token: string) =>
  request<unknown>("DELETE", `/v1/tokens/${encodeURIComponent(id)}`, { token });
