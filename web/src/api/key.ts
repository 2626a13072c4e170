import type { Routes } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { Scope, Token } from "../../../src/http/client/wire.ts";

export type NewKey = Routes["POST /v1/tokens"]["body"];

export const listKeys = (token: string) =>
  request("GET /v1/tokens", { query: { limit: 500 }, token });

/** The only time that a key's own text is told. */
export const createKey = (wanted: NewKey, token: string) =>
  request("POST /v1/tokens", { body: wanted, token });

export const revokeKey = (id: string, token: string) =>
  request("DELETE /v1/tokens/:id", { params: { id }, token });
