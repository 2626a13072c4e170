import { CapstanError } from "../../base/errors.ts";
import { foldGrowing } from "../../base/fold-growing.ts";
import type { Agent } from "../../schema/agent.ts";
import { type Attachment, attachedCapabilities } from "../../schema/attachment.ts";
import type { Message } from "../../schema/message.ts";
import type { Engine } from "../engine.ts";
import { untilTakenIn } from "../until-taken-in.ts";
import type { RuntimeAgent } from "./compose.ts";
import { loadedTools } from "./loaded-tools.ts";

/** What a model meets is made of these; an agent that is only looked at has no session yet. */
export type SessionParts = {
  readonly agent: Agent;
  readonly attachments?: readonly Attachment[];
  readonly messages?: readonly Message[];
};

/**
 * The one composition: prompt, tools with their names, hooks and configuration, within this
 * server's budget for tools and with what the conversation has found. The turn, the gate and every
 * view of a session ask here. What the conversation has called keeps its name, also when the agent
 * was given another tool of that name meanwhile (X4). Who names a capability right after a start waits
 * until the folders are taken in.
 */
export async function composeSession(
  engine: Composing,
  parts: SessionParts,
): Promise<RuntimeAgent> {
  try {
    return await composeNow(engine, parts);
  } catch (error) {
    const { foldersTakenIn } = engine;
    const isUnknown = error instanceof CapstanError && error.code === "CAPABILITY_UNKNOWN";
    if (!isUnknown || !foldersTakenIn) throw error;
    await untilTakenIn({ foldersTakenIn });
    return composeNow(engine, parts);
  }
}

/** The gate is there before the folders are looked into, and does not wait for them. */
type Composing = Pick<Engine, "composer" | "features" | "limits"> &
  Partial<Pick<Engine, "foldersTakenIn">>;

async function composeNow(
  { composer, features, limits }: Composing,
  parts: SessionParts,
): Promise<RuntimeAgent> {
  const { agent, attachments = [], messages = [] } = parts;
  const contributions = await Promise.all(features.map((feature) => feature.compose?.(parts)));
  const state = {
    attached: attachedCapabilities(attachments),
    loaded: loadedTools(messages),
    budget: limits.tools,
    contributions: contributions.filter((one) => one !== undefined),
  };
  const composed = composer(agent, state);
  const called = calledNames(messages);
  const isKept = ([toolId, name]: [string, string]) =>
    (composed.findTool(toolId)?.wireName ?? name) === name;
  return [...called].every(isKept) ? composed : composer(agent, { ...state, called });
}

const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Tool id → the name under which this conversation last called it. */
const calledNames = foldGrowing<Message, ReadonlyMap<string, string>>({
  start: () => new Map(),
  add: (names, { toolCalls = [] }) =>
    toolCalls.reduce(
      (known, { toolId, name }) =>
        toolId === null || known.get(toolId) === name || !WIRE_NAME.test(name)
          ? known
          : new Map(known).set(toolId, name),
      names,
    ),
});
