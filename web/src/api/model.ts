import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf, RequestOf } from "../../../src/http/client/route.ts";
import { request } from "./request.ts";

export type Model = AnswerOf<"GET /v1/model">;

const TRIED_MS = 60_000;

/** The model that answers where an agent names none. */
export const modelQuery = () =>
  queryOptions({
    queryKey: ["model"],
    queryFn: ({ signal }) => request("GET /v1/model", { signal }),
    staleTime: 60_000,
  });

/** The server tries the model before it answers. */
export const connectModel = (body: RequestOf<"PUT /v1/model">["body"], token: string) =>
  request("PUT /v1/model", { body, token, deadlineMs: TRIED_MS });

export const disconnectModel = (token: string) => request("DELETE /v1/model", { token });
