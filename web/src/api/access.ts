import { queryOptions } from "@tanstack/react-query";
import type { Access, Opening } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { Access, Opening } from "../../../src/http/client/wire.ts";

export const accessQuery = (id: string) =>
  queryOptions({
    queryKey: ["access", id],
    queryFn: ({ signal }) => request("GET /v1/capabilities/:id/access", { params: { id }, signal }),
  });

/** Opens exactly these; what the settings open stays. */
export const putAccess = (id: string, items: readonly Wanted[], token?: string): Promise<Access> =>
  request("PUT /v1/capabilities/:id/access", {
    params: { id },
    body: {
      paths: items.flatMap(({ root, verbs, session_id }) =>
        root === null ? [] : [{ root, verbs: [...verbs], session_id }],
      ),
      // One of a session alone is not made one of all by being sent again.
      hosts: items.flatMap(({ host, session_id }) =>
        host === null || session_id !== null ? [] : [host],
      ),
    },
    token,
  });

export type Wanted = Pick<Opening, "root" | "host" | "verbs" | "session_id">;
