import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder that one process owns, and what lies where in it. */
export type Home = {
  readonly folder: string;
  readonly settings: string;
  readonly database: string;
  readonly apiKey: string;
  readonly masterKey: string;
  /** The owner's own policies: `*.cedar`. */
  readonly policy: string;
  /** Capabilities that people wrote as files. */
  readonly capabilities: string;
  /** Where bundles are laid out: nothing in it is the only copy. */
  readonly content: string;
  /** Where a session's files lie for programs to work on: nothing in it is the only copy. */
  readonly workspaces: string;
  /** Tells this machine from others that share a database. */
  readonly machineId: string;
  /** The owner's MCP servers. */
  readonly mcp: string;
  /** Signing keys of hubs and publishers, each a file. */
  readonly hubKeys: string;
  readonly ownerLock: string;
  /** What was proven at terminals: who is present there. */
  readonly presence: string;
  /** Where the running server can be reached: `{url, pid}`. */
  readonly serve: string;
};

export function openHome(env: NodeJS.ProcessEnv): Home {
  const folder = env.CAPSTAN_HOME || join(homedir(), ".capstan");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    folder,
    settings: join(folder, "settings.json"),
    database: join(folder, "capstan.db"),
    apiKey: join(folder, "api-key"),
    masterKey: join(folder, "master-key"),
    policy: join(folder, "policy"),
    capabilities: join(folder, "capabilities"),
    content: join(folder, "content"),
    workspaces: join(folder, "workspaces"),
    machineId: join(folder, "machine-id"),
    mcp: join(folder, "mcp.json"),
    hubKeys: join(folder, "hub-keys"),
    presence: join(folder, "presence"),
    ownerLock: join(folder, "owner.lock"),
    serve: join(folder, "serve.json"),
  };
}
