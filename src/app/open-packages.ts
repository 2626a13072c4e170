import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import type { NodeMachine } from "../features/programs/packages/machine.ts";
import {
  createPackages,
  type Packages,
  type PackagesOptions,
} from "../features/programs/packages/packages.ts";
import type { Registries, Registry } from "../features/programs/packages/registry.ts";
import type { Secrets } from "../gate/secrets/secrets.ts";
import type { Isolation } from "../sandbox/isolation.ts";
import { createWebStreams } from "../sandbox/network/create-web-streams.ts";
import type { Settings } from "./settings.ts";

type Parts = {
  readonly settings: Pick<Settings, "registries" | "web_fetch">;
  readonly secrets: Pick<Secrets, "fill">;
  readonly env: NodeJS.ProcessEnv;
};

const CONNECT_MS = 10_000;
const NPM = "https://registry.npmjs.org/";
const PYTHON = "https://pypi.org/simple/";

/** Packages with everything that they need of this installation. */
export function openPackages(
  contentFolder: string,
  {
    isolation,
    clock,
    node,
    ...parts
  }: Parts & {
    readonly clock: Clock;
    readonly isolation: Isolation;
    readonly node: PackagesOptions["node"];
  },
): Packages {
  return createPackages({
    ...openRegistries(parts),
    folder: join(contentFolder, "packages"),
    isolation,
    clock,
    machine: nodeMachine,
    node,
    npm: findNpm(parts.env),
  });
}

/** The folder of npm's own program, which is only ever mounted into boxes. */
function findNpm(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders
    .flatMap((folder) => {
      try {
        return dirname(dirname(realpathSync(join(folder, "npm"))));
      } catch {
        return [];
      }
    })
    .find((folder) => existsSync(join(folder, "bin/npm-cli.js")));
}

/** The registries of this installation, and how they are reached. */
export function openRegistries({
  settings,
  secrets,
  env,
}: Parts): Pick<PackagesOptions, "registries" | "streams"> {
  const registries = registriesOf(settings.registries, env, secrets.fill);
  // The owner named them: they may be private.
  const own = Object.values(registries).map(({ url }) => new URL(url).host);
  const allowHosts = [...settings.web_fetch.allow_hosts, ...own];
  return {
    registries,
    streams: (url, maxBytes) =>
      createWebStreams({ url, maxBytes, allowHosts, connectMs: CONNECT_MS }),
  };
}

/** Settings come first, then the variables of npm and pip, then the public registries. */
function registriesOf(
  { npm, python, npm_token: npmToken, python_token: pythonToken }: Settings["registries"],
  env: NodeJS.ProcessEnv,
  fill: (text: string) => string,
): Registries {
  const named = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  return {
    npm: registryAt(npm ?? named.get("NPM_CONFIG_REGISTRY") ?? NPM, () => {
      const token = npmToken === undefined ? env.NPM_TOKEN : fill(npmToken);
      return token && `Bearer ${token}`;
    }),
    python: registryAt(python ?? named.get("PIP_INDEX_URL") ?? PYTHON, () =>
      pythonToken === undefined ? undefined : basic("__token__", fill(pythonToken)),
    ),
  };
}

/** A name and a password in the address are credentials, as npm and pip read them. */
function registryAt(text: string, token: () => string | undefined): Registry {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    const message = `"${text}" is not the address of a registry. Give one that begins with https://.`;
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  const [name, password] = [url.username, url.password].map(decodeURIComponent);
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  const given = name || password ? basic(name ?? "", password ?? "") : undefined;
  return { url: url.href, authorization: () => token() ?? given };
}

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`;
}

let known: NodeMachine | undefined;

/** The report says which C library Node was linked with; making one takes 10 ms. */
function nodeMachine(): NodeMachine {
  if (known) return known;
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as {
    header?: { glibcVersionRuntime?: string };
  };
  const libc = process.platform !== "linux" ? null : libcOf(report.header?.glibcVersionRuntime);
  known = { os: process.platform, cpu: process.arch, libc };
  return known;
}

function libcOf(glibc: string | undefined): "glibc" | "musl" {
  return glibc === undefined ? "musl" : "glibc";
}
