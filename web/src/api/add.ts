import { request } from "./request.ts";

export type { Added } from "../../../src/http/client/wire.ts";

/** A text, which the server recognises, or a zip. */
export type Wanted = { readonly what: string; readonly id?: string } | Blob;

const DEADLINE_MS = 180_000;

const bodyOf = (wanted: Wanted) => ({
  body: wanted,
  deadlineMs: DEADLINE_MS,
  ...(wanted instanceof Blob && { headers: { "content-type": "application/zip" } }),
});

/** What it is, and what it would be able to do. Nothing of it is kept or run. */
export const previewAddition = (wanted: Wanted, token?: string) =>
  request("POST /v1/add", { ...bodyOf(wanted), query: { preview: "true" }, token });

export const add = (wanted: Wanted, token?: string) =>
  request("POST /v1/add", { ...bodyOf(wanted), token });
