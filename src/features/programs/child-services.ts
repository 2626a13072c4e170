import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { ExecutionRequest } from "../../gate/executor.ts";
import type { ProcessIpc } from "../../sandbox/sandbox.ts";

/** Something that code in a box may ask for while it runs. */
export type ChildService = {
  /** Which permission its manifest must have for it; none for what everyone may. */
  readonly permission?: string;
  /** Undefined: nothing is answered. */
  run(request: ExecutionRequest, params: JsonObject): Promise<JsonValue | undefined>;
};

export type ChildServices = ReadonlyMap<string, ChildService>;

/** Code that asks more often than this is not answered any more, and is ended. */
const MAX_ASKED = 20_000;
const MAX_ANSWERED = 500;

/** How far it has come: shown to whoever looks on, and forgotten. */
const progress: ChildService = {
  async run(request, { message, done, total }) {
    request.progress({
      ...(typeof message === "string" && { message }),
      ...(typeof done === "number" && { done }),
      ...(typeof total === "number" && { total }),
    });
    return undefined;
  },
};

export const OWN_SERVICES: ChildServices = new Map([["progress", progress]]);

/** Answers what one call asks for: false when it has asked too much, or what is no question. */
export function serveChild(
  services: ChildServices,
  request: ExecutionRequest,
  permissions: readonly string[],
  ipc: Pick<ProcessIpc, "send">,
): (asked: JsonValue | undefined) => Promise<boolean> {
  let asked = 0;
  let answered = 0;
  return async (question) => {
    asked += 1;
    if (asked > MAX_ASKED || !isJsonObject(question)) return false;
    const { id, service: name, params } = question;
    if (typeof id !== "number" || typeof name !== "string") return false;
    const service = services.get(name);
    const isGiven = service?.permission === undefined || permissions.includes(service.permission);
    const answer = (result: JsonObject) => ipc.send({ answer: { id, ...result } });
    if (!service || !isGiven) {
      const message = `This agent has no permission for "${name.slice(0, 64)}".`;
      await answer({ error: { code: "PERMISSION_MISSING", message } });
      return ++answered <= MAX_ANSWERED;
    }
    try {
      const result = await service.run(request, isJsonObject(params) ? params : {});
      if (result === undefined) return true;
      await answer({ result });
    } catch (error) {
      const known = error instanceof CapstanError ? error : undefined;
      const message = known?.message ?? "That could not be done.";
      await answer({ error: { code: known?.code ?? "SERVICE_FAILED", message } });
    }
    return ++answered <= MAX_ANSWERED;
  };
}

/** The names of what a call may ask for. */
export function servicesFor(services: ChildServices, permissions: readonly string[]): string[] {
  return [...services].flatMap(([name, { permission }]) =>
    permission === undefined || permissions.includes(permission) ? [name] : [],
  );
}
