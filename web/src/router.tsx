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

type HomeSearch = { readonly agent?: string; readonly pack?: string };

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: ({ agent, pack }: Record<string, unknown>): HomeSearch => ({
    ...(typeof agent === "string" && { agent }),
    ...(typeof pack === "string" && { pack }),
  }),
  component: HomePage,
});

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

const approval = createRoute({
  getParentRoute: () => root,
  path: "/approvals/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./approvals/approval-page.tsx"), TRIES),
    "ApprovalPage",
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

const add = createRoute({
  getParentRoute: () => root,
  path: "/add",
  component: lazyRouteComponent(
    () => loadPart(() => import("./add/add-page.tsx"), TRIES),
    "AddPage",
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

const skills = createRoute({
  getParentRoute: () => root,
  path: "/skills",
  component: lazyRouteComponent(
    () => loadPart(() => import("./skills/skills-page.tsx"), TRIES),
    "SkillsPage",
  ),
});

const skill = createRoute({
  getParentRoute: () => root,
  path: "/skills/$name",
  component: lazyRouteComponent(
    () => loadPart(() => import("./skills/skill-page.tsx"), TRIES),
    "SkillPage",
  ),
});

const context = createRoute({
  getParentRoute: () => root,
  path: "/contexts/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./skills/context-page.tsx"), TRIES),
    "ContextPage",
  ),
});

const packs = createRoute({
  getParentRoute: () => root,
  path: "/packs",
  component: lazyRouteComponent(
    () => loadPart(() => import("./packs/packs-page.tsx"), TRIES),
    "PacksPage",
  ),
});

const pack = createRoute({
  getParentRoute: () => root,
  path: "/packs/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./packs/pack-page.tsx"), TRIES),
    "PackPage",
  ),
});

const extensions = createRoute({
  getParentRoute: () => root,
  path: "/extensions",
  component: lazyRouteComponent(
    () => loadPart(() => import("./extensions/extensions-page.tsx"), TRIES),
    "ExtensionsPage",
  ),
});

const extension = createRoute({
  getParentRoute: () => root,
  path: "/extensions/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./extensions/extension-page.tsx"), TRIES),
    "ExtensionPage",
  ),
});

const hub = createRoute({
  getParentRoute: () => root,
  path: "/hub",
  component: lazyRouteComponent(
    () => loadPart(() => import("./hub/hub-page.tsx"), TRIES),
    "HubPage",
  ),
});

type HubItemSearch = { readonly name: string; readonly hub?: string };

const hubItem = createRoute({
  getParentRoute: () => root,
  path: "/hub/item",
  validateSearch: ({ name, hub }: Record<string, unknown>): HubItemSearch => ({
    name: typeof name === "string" ? name : "",
    ...(typeof hub === "string" && { hub }),
  }),
  component: lazyRouteComponent(
    () => loadPart(() => import("./hub/item-page.tsx"), TRIES),
    "HubItemPage",
  ),
});

const servers = createRoute({
  getParentRoute: () => root,
  path: "/servers",
  component: lazyRouteComponent(
    () => loadPart(() => import("./servers/servers-page.tsx"), TRIES),
    "ServersPage",
  ),
});

const server = createRoute({
  getParentRoute: () => root,
  path: "/servers/$id",
  component: lazyRouteComponent(
    () => loadPart(() => import("./servers/server-page.tsx"), TRIES),
    "ServerPage",
  ),
});

type AuditSearch = {
  readonly session?: string;
  readonly tool?: string;
  readonly type?: string;
  readonly hours?: number;
};

const audit = createRoute({
  getParentRoute: () => root,
  path: "/audit",
  validateSearch: ({ session, tool, type, hours }: Record<string, unknown>): AuditSearch => ({
    ...(typeof session === "string" && { session }),
    ...(typeof tool === "string" && { tool }),
    ...(typeof type === "string" && { type }),
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

const keys = createRoute({
  getParentRoute: () => root,
  path: "/keys",
  component: lazyRouteComponent(
    () => loadPart(() => import("./keys/keys-page.tsx"), TRIES),
    "KeysPage",
  ),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyRouteComponent(
    () => loadPart(() => import("./settings/settings-page.tsx"), TRIES),
    "SettingsPage",
  ),
});

const connect = createRoute({
  getParentRoute: () => root,
  path: "/connect",
  component: lazyRouteComponent(
    () => loadPart(() => import("./connect/connect-page.tsx"), TRIES),
    "ConnectPage",
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    sessions,
    session,
    approvals,
    approval,
    agents,
    agent,
    catalog,
    add,
    capability,
    skills,
    skill,
    context,
    packs,
    pack,
    extensions,
    extension,
    hub,
    hubItem,
    servers,
    server,
    audit,
    story,
    policy,
    overview,
    connect,
    keys,
    settings,
  ]),
  defaultPreload: "intent",
  defaultErrorComponent: RouteFailure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
