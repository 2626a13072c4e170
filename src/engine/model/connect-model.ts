import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Model } from "../../models/model.ts";
import { PROVIDERS, type Provider, providerOf } from "../../models/providers.ts";
import type { Actor } from "../../schema/actor.ts";
import { isReservedSecret, modelSecret } from "../../schema/secret.ts";
import type { Change } from "../../stores/journal.ts";
import type { Engine } from "../engine.ts";
import { askProvider } from "./ask-provider.ts";
import { type Answering, CONNECTED_MODEL, type Connected } from "./server-model.ts";

type WantedModel = {
  readonly name: string;
  readonly key?: string | undefined;
  readonly baseUrl?: string | undefined;
};

/** Tries the model, then stores it with its key. A model that does not answer changes nothing. */
export async function connectModel(
  { gate, serverModel }: Engine,
  { name, key, baseUrl }: WantedModel,
  actor: Actor,
  signal: AbortSignal,
): Promise<void> {
  refuseChosen(serverModel.answering());
  const provider = requireProvider(name);
  if (provider.key === null && key !== undefined) {
    throw invalid("key", `${provider.name} takes no key: leave "key" out.`);
  }
  const before = serverModel.accessTo(provider);
  // A key that was given for one address is sent to no other.
  const kept = baseUrl === before.baseUrl ? before.key : undefined;
  const { addresses = [] } = serverModel.connected() ?? {};
  const connected: Connected = {
    name,
    at: timestamp(gate.clock.now()),
    addresses: [
      ...addresses.filter((it) => it.provider !== provider.id),
      ...(baseUrl === undefined ? [] : [{ provider: provider.id, url: baseUrl }]),
    ],
  };
  const note = JSON.stringify(connected);
  await whileHidden(gate, key, async () => {
    if (gate.redactor.hideKnown(note) !== note) {
      throw invalid("key", `"name" or "base_url" holds the key: send it as "key" alone.`);
    }
    await tryModel(() => serverModel.open(name, accessOf(key ?? kept, baseUrl)), name, signal);
    const changes: Change[] = [
      { type: "note.put", name: CONNECTED_MODEL, value: note },
      systemAudit(gate, "model.connected", actor.id, { model: name }),
    ];
    const secret = modelSecret(provider.id);
    if (key !== undefined) await gate.secrets.set(secret, key, [], changes);
    else if (before.key !== kept) await gate.secrets.remove(secret, changes);
    else await gate.store.journal.commit("model.connect", changes);
  });
  serverModel.take(note);
}

/** Forgets the connected model, and every key that was given for one. */
export async function disconnectModel({ gate, serverModel }: Engine, actor: Actor): Promise<void> {
  const { secrets } = gate;
  const names = secrets.list().flatMap(({ name }) => (isReservedSecret(name) ? [name] : []));
  const connected = serverModel.connected();
  if (!connected && names.length === 0) return;
  const changes: Change[] = [
    { type: "note.put", name: CONNECTED_MODEL, value: "" },
    systemAudit(gate, "model.disconnected", actor.id, { model: connected?.name ?? null }),
  ];
  const [first, ...others] = names;
  if (first === undefined) await gate.store.journal.commit("model.disconnect", changes);
  else {
    const removed = others.map((name): Change => ({ type: "secret.remove", name }));
    await secrets.remove(first, [...removed, ...changes]);
    await secrets.refresh();
  }
  serverModel.take("");
}

function refuseChosen({ source, by }: Answering): void {
  if (source !== "environment" && source !== "settings") return;
  const where = source === "environment" ? "environment of the server" : "settings of the server";
  const message = `The ${where} names the model: ${by ?? "unknown"}. Remove that and restart the server, then connect again.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { source, by } });
}

function requireProvider(name: string): Provider {
  const provider = providerOf(name);
  if (provider) return provider;
  const names = PROVIDERS.map(({ id }) => `"${id}/<model>"`).join(", ");
  throw invalid("name", `"${name}" is no model of a provider. Use one of ${names}.`);
}

async function tryModel(open: () => Model, name: string, signal: AbortSignal): Promise<void> {
  const { state, message } = await askProvider(
    { model: openOrRefuse(open), modelName: name },
    signal,
  );
  if (state === "ok") return;
  throw new CapstanError("MODEL_REFUSED", `${name} was not connected: ${message}`, {
    details: { state },
  });
}

function openOrRefuse(open: () => Model): Model {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "SETTINGS_INVALID") throw error;
    throw invalid("key", `This model needs a key: send it as "key".`);
  }
}

/** Nothing that is written meanwhile shows the key, whether it is kept or not. */
async function whileHidden(
  { redactor, newId }: Pick<Gate, "redactor" | "newId">,
  key: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  const name = newId("token");
  if (key !== undefined && redactor.register(name, key) !== "registered") {
    throw invalid("key", `"key" is too short or too common to be one.`);
  }
  await work().finally(() => redactor.forget(name));
}

function accessOf(key: string | undefined, baseUrl: string | undefined) {
  return { ...(key !== undefined && { key }), ...(baseUrl !== undefined && { baseUrl }) };
}

function invalid(field: string, message: string): CapstanError {
  return new CapstanError("REQUEST_INVALID", message, { details: { field } });
}
