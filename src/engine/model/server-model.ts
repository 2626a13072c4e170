import * as z from "zod";
import { parseJson } from "../../base/json.ts";
import type { Gate } from "../../gate/gate.ts";
import type { Model } from "../../models/model.ts";
import { type Provider, type ProviderAccess, providerOf } from "../../models/providers.ts";
import { modelSecret } from "../../schema/secret.ts";
import { createModelCheck } from "./allowed-models.ts";

export const ModelSource = z.enum(["environment", "settings", "connected", "default"]);
export type ModelSource = z.infer<typeof ModelSource>;

export type Answering = {
  readonly name: string;
  readonly model: Model;
  readonly source: ModelSource;
  /** The variable or the setting that names it, for people; null where none does. */
  readonly by: string | null;
};

/** What is stored of a connected model. Keys are secrets, one for each provider. */
const Connected = z.strictObject({
  name: z.string(),
  /** Another process sees by it that only the key has changed. */
  at: z.string(),
  /** Providers with another address than their own. */
  addresses: z.array(z.strictObject({ provider: z.string(), url: z.string() })),
});
export type Connected = z.infer<typeof Connected>;

export const CONNECTED_MODEL = "model.connected";

/** The model that answers where an agent names none. It can change while the server runs. */
export type ServerModel = {
  answering(): Answering;
  connected(): Connected | undefined;
  /** Key and address that were given for a provider. */
  accessTo(provider: Provider): ProviderAccess;
  open(name: string, access: ProviderAccess): Model;
  /** The model of this name, for agents that want another one. */
  of(name: string): Model;
  /** Throws unless an agent may name this model. */
  check(name: string): void;
  /** Puts a stored model in force; "" where none is connected. */
  take(stored: string): void;
  /** Reads what another process has stored. */
  refresh(): Promise<void>;
};

type Options = {
  readonly gate: Pick<Gate, "store" | "secrets">;
  /** The model of the start: one that the environment or the settings name stays. */
  readonly own: Answering;
  readonly open: ServerModel["open"];
  /** The models that agents may name, as the owner lists them. */
  readonly listed: readonly string[] | undefined;
  readonly report: (error: unknown) => void;
};

export async function openServerModel(options: Options): Promise<ServerModel> {
  const { gate, own, open, listed, report } = options;
  let inForce = "";
  let connected: Connected | undefined;
  let answering = own;
  let opened = new Map<string, Model>();

  const serverModel: ServerModel = {
    answering: () => answering,
    connected: () => connected,
    accessTo({ id }) {
      const key = gate.secrets.reserved(modelSecret(id));
      const baseUrl = connected?.addresses.find(({ provider }) => provider === id)?.url;
      return { ...(key !== undefined && { key }), ...(baseUrl !== undefined && { baseUrl }) };
    },
    open,
    of(name) {
      const provider = providerOf(name);
      const access = provider ? serverModel.accessTo(provider) : {};
      const model = opened.get(name) ?? open(name, access);
      opened.set(name, model);
      return model;
    },
    check: (name) => createModelCheck({ own: answering.name, listed })(name),
    take(stored) {
      inForce = stored;
      connected = stored === "" ? undefined : Connected.parse(parseJson(stored));
      opened = new Map();
      answering = own;
      if (!connected || own.source !== "default") return;
      const { name } = connected;
      try {
        answering = { name, model: serverModel.of(name), source: "connected", by: null };
      } catch (error) {
        report(error);
      }
    },
    async refresh() {
      const before = inForce;
      const stored = (await gate.store.system.note(CONNECTED_MODEL)) ?? "";
      if (stored === before) return;
      await gate.secrets.refresh();
      // A model that was connected here meanwhile is newer.
      if (inForce === before) serverModel.take(stored);
    },
  };
  await serverModel.refresh();
  return serverModel;
}
