import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Act, ExecutionRequest } from "../../gate/executor.ts";
import type { TimeLimit } from "../../gate/time-limit.ts";
import type { ProcessIpc } from "../../sandbox/sandbox.ts";

/** Something that code in a box may ask for while it runs. */
export type ChildService = {
  /** Which permission its manifest must have for it; none for what everyone may. */
  readonly permission?: string;
} & (Served | Acted);

/** Concerns its own call alone: neither changes nor tells anything of the machine. */
type Served = {
  /** Undefined: nothing is answered. */
  run(request: ExecutionRequest, params: JsonObject): Promise<JsonValue | undefined>;
};

/** Everything else is a call of its own, through the gate. */
type Acted = {
  act(request: ExecutionRequest, params: JsonObject): Act | Promise<Act>;
  /** The answer to the code, from the outputs of that call. */
  answer(outputs: JsonValue): JsonValue;
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
  { send, pauseFor }: Pick<ProcessIpc, "send"> & Pick<TimeLimit, "pauseFor">,
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
    const answer = (result: JsonObject) => send({ answer: { id, ...result } });
    if (!service || !isGiven) {
      const message = `This agent has no permission for "${name.slice(0, 64)}".`;
      await answer({ error: { code: "PERMISSION_MISSING", message } });
      return ++answered <= MAX_ANSWERED;
    }
    try {
      const given = isJsonObject(params) ? params : {};
      const result = await pauseFor(() => serve(service, request, given));
      if (result === undefined) return true;
      await answer(result);
    } catch (error) {
      const known = error instanceof CapstanError ? error : undefined;
      const message = known?.message ?? "That could not be done.";
      await answer({ error: { code: known?.code ?? "SERVICE_FAILED", message } });
    }
    return ++answered <= MAX_ANSWERED;
  };
}

async function serve(
  service: ChildService,
  request: ExecutionRequest,
  params: JsonObject,
): Promise<JsonObject | undefined> {
  if ("run" in service) {
    const result = await service.run(request, params);
    return result === undefined ? undefined : { result };
  }
  const wanted = await service.act(request, params);
  if (!request.act) throw new CapstanError("POLICY_DENIED", "Nothing is done for this call.");
  const { state, outputs = null, error } = await request.act(wanted);
  if (state === "completed") return { result: service.answer(outputs) };
  const { code, message } = error ?? { code: "OUTCOME_UNKNOWN", message: UNKNOWN };
  return { error: { code, message } };
}

const UNKNOWN = "It is unknown whether this was done. A person has to look.";

/** The names of what a call may ask for. */
export function servicesFor(services: ChildServices, permissions: readonly string[]): string[] {
  return [...services].flatMap(([name, { permission }]) =>
    permission === undefined || permissions.includes(permission) ? [name] : [],
  );
}
