import { posix } from "node:path";
import { isJsonObject } from "../../base/json.ts";
import { isOfMachine, wholePathsIn } from "../../base/machine-path.ts";
import type { RuntimeAgent } from "../../engine/composition/compose.ts";
import type { Engine } from "../../engine/engine.ts";
import type { ModelTurn } from "../../engine/session-feature.ts";
import type { MachinePath, Model } from "../../models/model.ts";
import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";

/** The tools with which an agent reaches files of the machine. */
const REACHES = "agent:file_agent:list_files";
export const SESSION_FILES = "session_file_system";
const MOST = 100;

/** A model that is told what a person named of the machine. */
export function knowsMachinePaths(
  { engine, session, agent, messages }: ModelTurn & { readonly engine: Pick<Engine, "gate"> },
  model: Model,
): Model {
  return {
    ...model,
    async respond(request) {
      const paths = await machinePaths(engine, session, agent, messages);
      return model.respond({ ...request, machinePaths: paths });
    },
  };
}

/** What a person named of the machine, for an agent that can reach it. */
export async function machinePaths(
  { gate }: Pick<Engine, "gate">,
  { id }: Pick<Session, "id">,
  agent: Pick<RuntimeAgent, "findTool">,
  messages: readonly Message[],
): Promise<readonly MachinePath[]> {
  if (!agent.findTool(REACHES)) return [];
  const named = messages
    .flatMap(({ role, content }) =>
      role === "user" ? wholePathsIn(content, gate.folders.home) : [],
    )
    .slice(-MOST);
  const own = calledFor(messages);
  for (const { path } of named) {
    for (const at of [path, posix.dirname(path)]) {
      if (await gate.store.files.get(id, at)) own.add(at);
    }
  }
  return named.filter(({ path }) => isOfMachine(path, own));
}

/** What was the session's stays so while a turn is planned again, also once it is deleted. */
function calledFor(messages: readonly Message[]): Set<string> {
  const completed = new Set(
    messages.flatMap(({ invocationId, content }) => (isFailure(content) ? [] : [invocationId])),
  );
  const ours = messages
    .flatMap(({ toolCalls = [] }) => toolCalls)
    .filter(
      ({ id, toolId }) => completed.has(id) && toolId?.startsWith(`builtin:${SESSION_FILES}:`),
    );
  return new Set(
    ours.flatMap(({ input }) =>
      isJsonObject(input) ? Object.values(input).filter((it) => typeof it === "string") : [],
    ),
  );
}

/** As the result of a call that came to nothing begins. */
function isFailure(content: string): boolean {
  return content.startsWith('{"state":');
}
