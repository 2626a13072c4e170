import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { readText } from "../../../sandbox/run-to-end.ts";
import {
  DEFAULT_LIMITS,
  type Mount,
  type ProcessIpc,
  type Sandbox,
} from "../../../sandbox/sandbox.ts";
import { WORKSPACE } from "../../../sandbox/workspaces.ts";
import type { TestCall, TestPlace } from "../../../testing/agent-conformance/test-place.ts";
import { BOX_ENVIRONMENT, type BoxedPrograms } from "../../programs/boxed-programs.ts";
import { BUNDLE } from "../../programs/bundle-mount.ts";
import type { Given } from "../../programs/given-to.ts";

export type AgentBox = {
  readonly sandbox: Sandbox;
  readonly programs: BoxedPrograms;
  /** The agent's files, and what they depend on. */
  readonly mounts: readonly Mount[];
  readonly env: Given["env"];
  readonly entry: string;
  readonly permissions: readonly string[];
  readonly signal: AbortSignal;
};

const WALL_MS = 30_000;
const MAX_LOG = 500;

/**
 * One call of `run` in a box of its own. The folder is writable whatever the call is: here it is the
 * agent that is tested, and not what holds it.
 */
export async function runInBox(
  { sandbox, programs, env, entry, permissions, signal, ...box }: AgentBox,
  { action, params, dryRun, confirmed }: TestCall,
  { folder, workspace }: TestPlace,
): Promise<JsonValue> {
  const mounts: Mount[] = [
    ...programs.mounts,
    ...box.mounts,
    { source: folder, target: folder, mode: "rw" },
    { source: workspace, target: WORKSPACE, mode: "rw" },
  ];
  const process = await sandbox.spawn({
    argv: programs.child(entry),
    cwd: WORKSPACE,
    env: { ...BOX_ENVIRONMENT, ...env, CAPSTAN_WORKSPACE: WORKSPACE, SKILL_DIR: BUNDLE },
    mounts,
    network: "none",
    stdin: "none",
    ipc: true,
    limits: { ...DEFAULT_LIMITS, wallMs: WALL_MS },
    signal,
  });
  const log = readText(process.stderr);
  const services = servicesFor(permissions);
  const call = {
    entry: `${BUNDLE}/${entry}`,
    functions: ["run"],
    at: "context",
    services: ["progress", ...services.keys()],
    argument: {
      action,
      params: { ...params, ...(confirmed && { confirmed: true }) },
      dry_run: dryRun,
      context: {
        user: "tester",
        workspace: WORKSPACE,
        granted_paths: [folder, WORKSPACE],
        task_id: "test",
        dry_run: dryRun,
        confirmed,
      },
    },
  };
  const answer = process.ipc ? await ask(process.ipc, call, services) : undefined;
  const end = await process.end;
  if (answer && Object.hasOwn(answer, "result")) return answer.result ?? null;
  if (end.notStarted !== undefined) throw new Error(end.notStarted);
  const error = answer && isJsonObject(answer.error) ? answer.error : {};
  const text = (await log).trim().slice(-MAX_LOG);
  throw new Error(String(error.message ?? (end.timedOut ? "It did not end in time." : text)));
}

async function ask(
  ipc: ProcessIpc,
  call: JsonObject,
  services: ReadonlyMap<string, JsonValue>,
): Promise<JsonObject | undefined> {
  await ipc.send(call);
  try {
    for await (const message of ipc.messages) {
      if (!isJsonObject(message)) return undefined;
      if (!isJsonObject(message.ask)) return message;
      const { id, service } = message.ask;
      if (service === "progress" || typeof service !== "string") continue;
      const result = services.get(service) ?? null;
      await ipc.send({ answer: { id: id ?? null, result } });
    }
  } catch {
    // What is no message has ended the process.
  }
  return undefined;
}

/** A made-up machine: a test neither sees nor ends what runs on the real one. */
function servicesFor(permissions: readonly string[]): ReadonlyMap<string, JsonValue> {
  const all: readonly (readonly [string, string, JsonValue])[] = [
    [
      "system.processes",
      "processes",
      [
        {
          pid: 4242,
          name: "example",
          state: "sleeping",
          memory_bytes: 1_000_000,
          cpu_s: 1,
          started: "2026-01-01T00:00:00.000Z",
        },
      ],
    ],
    ["system.processes", "end_process", { ended: 4242 }],
    ["model", "ask_model", { state: "refused", reason: "There is no model in a test." }],
    [
      "system.hardware",
      "disks",
      [{ path: "/", total_bytes: 1_000_000_000, free_bytes: 250_000_000 }],
    ],
  ];
  const given = all.filter(([permission]) => permissions.includes(permission));
  return new Map(given.map(([, name, answer]) => [name, answer]));
}
