import { Hono } from "hono";
import { CapstanError } from "../base/errors.ts";
import type { Engine } from "../engine/engine.ts";
import type { TokenReader } from "../stores/readers/token-reader.ts";
import { accessRoutes } from "./access-routes.ts";
import { agentsRoutes } from "./agents-routes.ts";
import type { Api } from "./api.ts";
import { approvalsRoutes } from "./approvals-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { type Authenticate, requireScope } from "./authenticate.ts";
import { backupRoutes } from "./backup-routes.ts";
import { capabilitiesRoutes } from "./capabilities-routes.ts";
import { consoleRoutes } from "./console-routes.ts";
import { eventsRoutes } from "./events-routes.ts";
import { filesRoutes } from "./files-routes.ts";
import type { Gateway } from "./gateway.ts";
import { grantsRoutes } from "./grants-routes.ts";
import { guardOrigin } from "./guard-origin.ts";
import { haltRoutes } from "./halt-routes.ts";
import { healthEndpoints, healthRoutes } from "./health-routes.ts";
import { modelRoutes } from "./model-routes.ts";
import { NOUNS } from "./nouns.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { parseOrThrow } from "./parse.ts";
import { policyRoutes } from "./policy-routes.ts";
import { presenceEndpoints, presenceRoutes } from "./presence.ts";
import type { PresenceQuestions } from "./presence-questions.ts";
import { principalsRoutes } from "./principals-routes.ts";
import { problemResponse } from "./problem.ts";
import { piecesOf, readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { referenceRoutes } from "./reference-routes.ts";
import type { Endpoint, Route } from "./route.ts";
import { sandboxRoutes } from "./sandbox-routes.ts";
import { secretsRoutes } from "./secrets-routes.ts";
import { sessionActionsRoutes } from "./session-actions-routes.ts";
import { sessionsRoutes } from "./sessions-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { type SignIn, signInEndpoints, signInRoutes } from "./sign-in.ts";
import { tokensRoutes } from "./tokens-routes.ts";
import { toolsRoutes } from "./tools-routes.ts";
import { toWire } from "./wire.ts";

export type AppOptions = {
  readonly api: Required<Api>;
  readonly engine: Engine;
  readonly authenticate: Authenticate;
  readonly tokens: TokenReader;
  readonly signIn: SignIn;
  readonly presence: PresenceQuestions;
  readonly gateway: Gateway;
  readonly version: string;
  readonly maxBodyBytes: number;
  /** Host names beside the loopback ones under which this server may be reached. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly report: (error: unknown) => void;
};

/** Every endpoint of gate and engine that needs a token, as data. */
const ROUTES: readonly Route[] = [
  ...toolsRoutes,
  ...agentsRoutes,
  ...capabilitiesRoutes,
  ...accessRoutes,
  ...sessionsRoutes,
  ...sessionActionsRoutes,
  ...filesRoutes,
  ...overviewRoutes,
  ...modelRoutes,
  ...sandboxRoutes,
  ...settingsRoutes,
  ...eventsRoutes,
  ...approvalsRoutes,
  ...grantsRoutes,
  ...haltRoutes,
  ...policyRoutes,
  ...secretsRoutes,
  ...principalsRoutes,
  ...tokensRoutes,
  ...auditRoutes,
  ...backupRoutes,
];

/** Those that need none, give one, or answer in a way of their own; each looks after itself. */
const OPEN_ENDPOINTS: readonly Endpoint[] = [
  ...healthEndpoints,
  ...signInEndpoints,
  ...presenceEndpoints,
];

/** The interface of gate and engine. Features come before it: what is more exact is found first. */
export const OWN_API: Api = { routes: ROUTES, openEndpoints: OPEN_ENDPOINTS, nouns: NOUNS };

export function createApp(options: AppOptions): Hono {
  const { api } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    guardOrigin(c.req.raw.headers, options.allowedHosts);
    await next();
  });
  healthRoutes(app, options);
  signInRoutes(app, options);
  presenceRoutes(app, options);
  api.mount(app, options);
  const lostPage = consoleRoutes(app);
  referenceRoutes(app, api, options.version);
  for (const route of api.routes) {
    app.on(route.method, route.path, (c) => answer(options, route, c.req.raw, c.req.param()));
  }
  app.notFound(
    async (c) =>
      (await lostPage(c)) ??
      problemResponse(
        new CapstanError("ROUTE_NOT_FOUND", `Nothing at ${c.req.method} ${c.req.path}.`),
      ),
  );
  app.onError((error) => {
    if (!isExpected(error)) options.report(error);
    return problemResponse(error);
  });
  return app;
}

/** What a caller did wrong, or what an admin did on purpose: nothing for the log. */
function isExpected(error: unknown): boolean {
  return error instanceof CapstanError && (error.status < 500 || error.code === "HALTED");
}

/** Who, may they, what do they want, do it, answer: the same for every endpoint. */
async function answer(
  { engine, authenticate, gateway, maxBodyBytes }: AppOptions,
  route: Route,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const actor = await authenticate(request.headers);
  requireScope(actor, route.scope);
  const schema = route.takesFile && isFile(request) ? undefined : route.body;
  const body = schema ? await readBody(request, maxBodyBytes) : undefined;
  const query = readQuery(route.query, new URL(request.url).searchParams);
  const result = await route.handle({
    engine,
    gateway,
    actor,
    params: route.params ? parseOrThrow(route.params, params, "path") : undefined,
    query: route.query ? parseOrThrow(route.query, query, "query") : undefined,
    body: schema ? parseOrThrow(schema, body === undefined ? {} : body, "body") : undefined,
    headers: request.headers,
    upload: piecesOf(request),
    isStillAllowed: () =>
      authenticate(request.headers).then(
        () => true,
        () => false,
      ),
    signal: request.signal,
  });
  if (result instanceof Response || !route.answer) return result as Response;
  return Response.json(toWire(route.answer, result), { status: route.status ?? 200 });
}

function isFile({ headers }: Request): boolean {
  return /^application\/(?:zip|octet-stream)\b/.test(headers.get("content-type") ?? "");
}
