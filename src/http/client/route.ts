import type { Routes } from "./wire.ts";

/** `GET /v1/tools`: a method and a path, as the route table has them. */
export type RouteName = keyof Routes;

/** Those that answer one JSON value: neither a file, nor a stream, nor lines. */
export type JsonRouteName = {
  [R in RouteName]: Routes[R]["answer"] extends Response ? never : R;
}[RouteName];

export type AnswerOf<R extends RouteName> = Routes[R]["answer"];

/** What a caller gives: `params`, `query` and `body`, each where the route takes it. */
export type RequestOf<R extends RouteName> = Omit<Routes[R], "answer">;

/** The arguments after the route: none are needed where the route needs nothing. */
export type Rest<Options> =
  Partial<Options> extends Options ? [options?: Options] : [options: Options];
