import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { loadPart } from "./base/load-part.ts";
import { Frame } from "./frame/frame.tsx";
import { LostPage } from "./frame/lost-page.tsx";
import { RouteFailure } from "./frame/route-failure.tsx";
import { HomePage } from "./home/home-page.tsx";

const TRIES = 4;

const root = createRootRoute({ component: Frame, notFoundComponent: LostPage });

const home = createRoute({ getParentRoute: () => root, path: "/", component: HomePage });

const sessions = createRoute({
  getParentRoute: () => root,
  path: "/sessions",
  component: lazyRouteComponent(
    () => loadPart(() => import("./sessions/sessions-page.tsx"), TRIES),
    "SessionsPage",
  ),
});

const session = createRoute({
  getParentRoute: () => root,
  path: "/sessions/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./chat/session-page.tsx"), TRIES),
    "SessionPage",
  ),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: "/approvals",
  component: lazyRouteComponent(
    () => loadPart(() => import("./approvals/approvals-page.tsx"), TRIES),
    "ApprovalsPage",
  ),
});

const agents = createRoute({
  getParentRoute: () => root,
  path: "/agents",
  component: lazyRouteComponent(
    () => loadPart(() => import("./agents/agents-page.tsx"), TRIES),
    "AgentsPage",
  ),
});

const agent = createRoute({
  getParentRoute: () => root,
  path: "/agents/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./agents/agent-page.tsx"), TRIES),
    "AgentPage",
  ),
});

const catalog = createRoute({
  getParentRoute: () => root,
  path: "/catalog",
  component: lazyRouteComponent(
    () => loadPart(() => import("./catalog/catalog-page.tsx"), TRIES),
    "CatalogPage",
  ),
});

const capability = createRoute({
  getParentRoute: () => root,
  path: "/catalog/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./catalog/capability-page.tsx"), TRIES),
    "CapabilityPage",
  ),
});

type AuditSearch = { readonly session?: string; readonly tool?: string; readonly hours?: number };

const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  validateSearch: ({ session, tool, hours }: Record<string, unknown>): AuditSearch => ({
    ...(typeof session === "string" && { session }),
    ...(typeof tool === "string" && { tool }),
    ...(typeof hours === "number" && { hours }),
  }),
  component: lazyRouteComponent(
    () => loadPart(() => import("./audit/audit-page.tsx"), TRIES),
    "AuditPage",
  ),
});

const story = createRoute({
  getParentRoute: () => root,
  path: "/audit/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./audit/story-page.tsx"), TRIES),
    "StoryPage",
  ),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: "/policy",
  component: lazyRouteComponent(
    () => loadPart(() => import("./policy/policy-page.tsx"), TRIES),
    "PolicyPage",
  ),
});

const overview = createRoute({
  getParentRoute: () => root,
  path: "/overview",
  component: lazyRouteComponent(
    () => loadPart(() => import("./overview/overview-page.tsx"), TRIES),
    "OverviewPage",
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    sessions,
    session,
    approvals,
    agents,
    agent,
    catalog,
    capability,
    audit,
    story,
    policy,
    overview,
  ]),
  defaultPreload: "intent",
  defaultErrorComponent: RouteFailure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
