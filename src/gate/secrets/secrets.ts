import { type Clock, timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Keyring } from "../../base/keyring.ts";
import { matchesPattern } from "../../base/matches-pattern.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import { HttpExecution } from "../../schema/execution.ts";
import {
  isReservedSecret,
  type SealedSecret,
  type Secret,
  SecretName,
} from "../../schema/secret.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { fillDeep, fillText } from "./secret-references.ts";

export type Secrets = {
  /** By name. */
  list(): readonly Secret[];
  /** Without `tools`, a secret keeps those it had. `more` is committed in the same step. */
  set(
    name: string,
    value: string,
    tools: readonly string[] | undefined,
    more: readonly Change[],
    /** What the tools are that it is given to: none is given what another was meant to have. */
    bindings?: Readonly<Record<string, string>>,
  ): Promise<{ secret: Secret; warning?: string }>;
  /** Another value for one that no other process has set meanwhile: STATE_CONFLICT where one has. */
  replace(name: string, value: string): Promise<void>;
  remove(name: string, more: readonly Change[]): Promise<void>;
  /** Reads what other processes have set or removed. */
  refresh(): Promise<void>;
  /** For settings: any secret may be referred to. */
  fill(text: string): string;
  /** For a tool's input: only secrets that are meant for the tool. */
  fillInputs(entry: Definition, inputs: JsonObject): JsonObject;
  /** One secret, if it is meant for the tool. */
  valueFor(entry: Definition, name: string): string;
  /** One that only Capstan itself uses, if it is set. */
  reserved(name: string): string | undefined;
};

/** What a secret is given to: not an id, whose definition can be changed. */
export type Definition = Pick<CatalogEntry, "tool" | "execution">;

type Options = {
  readonly store: Pick<Store, "journal" | "secrets">;
  readonly keyring: Pick<Keyring, "seal" | "open">;
  readonly redactor: Pick<Redactor, "register">;
  readonly clock: Clock;
};

type Held = { readonly secret: Secret; readonly value: string; readonly sealed: string };

const MAX_BYTES = 64 * 1024;
const HINT_LENGTH = 4;
/** Of a shorter value, the last four characters would be too much of it. */
const SHORTEST_HINTED = 16;

const WARNINGS = {
  registered: undefined,
  too_short:
    "The value is shorter than 6 characters: it is not hidden in logs and answers, because ordinary text would be hidden with it. Use a longer one.",
  too_common:
    "The value is a common word or number: it is not hidden in logs and answers, because ordinary text would be hidden with it. Use another one.",
} as const satisfies Record<ReturnType<Redactor["register"]>, string | undefined>;

/** The secrets of this home, in memory. A value that was replaced stays hidden until the process ends. */
export async function openSecrets({ store, keyring, redactor, clock }: Options): Promise<Secrets> {
  const held = new Map<string, Held>();

  async function refresh(): Promise<void> {
    const stored = await store.secrets.list();
    for (const { sealed, ...secret } of stored) {
      if (held.get(secret.name)?.sealed === sealed) continue;
      const value = keyring.open(sealed, about(secret.name));
      redactor.register(secret.name, value);
      held.set(secret.name, { secret, value, sealed });
    }
    const names = new Set(stored.map(({ name }) => name));
    for (const name of held.keys()) if (!names.has(name)) held.delete(name);
  }

  await refresh();

  function require(name: string): Held {
    if (isReservedSecret(name)) {
      const message = `The secret "${name}" is the key of a connected model: nothing else may use it.`;
      throw new CapstanError("SECRET_NOT_ALLOWED", message, { details: { secret: name } });
    }
    const found = held.get(name);
    if (found) return found;
    const message = `There is no secret "${name}". Set it: capstan secrets set ${name}`;
    throw new CapstanError("SECRET_UNKNOWN", message, { details: { secret: name } });
  }

  function valueFor(entry: Definition, name: string): string {
    const { toolId } = entry.tool;
    const { secret, value } = require(name);
    const isNamed = secret.tools.some((pattern) => matchesPattern(pattern, toolId));
    if (isNamed && isBoundTo(secret, entry)) return value;
    if (isNamed) {
      const message = `The secret "${name}" was given to another "${toolId}" than the one that is there now. Give it again: capstan secrets set ${name} --tool "${secret.tools.join(",")}"`;
      throw new CapstanError("SECRET_NOT_ALLOWED", message, {
        details: { secret: name, tool_id: toolId },
      });
    }
    const tools = [...secret.tools, toolId].join(",");
    const message = `The secret "${name}" is not meant for "${toolId}". Allow it: capstan secrets set ${name} --tool "${tools}"`;
    throw new CapstanError("SECRET_NOT_ALLOWED", message, {
      details: { secret: name, tool_id: toolId },
    });
  }

  return {
    list: () =>
      [...held.values()].map(({ secret }) => secret).sort((a, b) => (a.name < b.name ? -1 : 1)),

    async set(name, value, tools, more, bindings) {
      assertKept(name, value);
      const now = timestamp(clock.now());
      const before = held.get(name)?.secret;
      const secret: Secret = {
        name,
        tools: [...(tools ?? before?.tools ?? [])],
        hint: hintOf(value),
        bindings: bindings ?? (tools ? {} : (before?.bindings ?? {})),
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      };
      // Before the commit: from here on nothing that is written may hold it.
      const warning = WARNINGS[redactor.register(name, value)];
      const sealed: SealedSecret = { ...secret, sealed: keyring.seal(value, about(name)) };
      await store.journal.commit("secret.set", [{ type: "secret.put", secret: sealed }, ...more]);
      held.set(name, { secret, value, sealed: sealed.sealed });
      return { secret, ...(warning && { warning }) };
    },

    async replace(name, value) {
      const before = require(name);
      assertKept(name, value);
      const secret = {
        ...before.secret,
        hint: hintOf(value),
        updatedAt: timestamp(clock.now()),
      };
      redactor.register(name, value);
      const sealed = keyring.seal(value, about(name));
      const change = { type: "secret.put", secret: { ...secret, sealed } } as const;
      await store.journal.commit("secret.set", [{ ...change, expect: before.sealed }]);
      held.set(name, { secret, value, sealed });
    },

    async remove(name, more) {
      if (!held.has(name)) {
        throw new CapstanError("SECRET_NOT_FOUND", `There is no secret "${name}".`);
      }
      await store.journal.commit("secret.remove", [{ type: "secret.remove", name }, ...more]);
      held.delete(name);
    },

    refresh,
    reserved: (name) => (isReservedSecret(name) ? held.get(name)?.value : undefined),
    fill: (text) => fillText(text, (name) => require(name).value),
    valueFor,
    fillInputs: (entry, inputs) => fillDeep(inputs, (name) => valueFor(entry, name)),
  };
}

function isBoundTo({ bindings }: Secret, entry: Definition): boolean {
  const bound = bindingOf(entry);
  if (bindings === null || bound === null) return true;
  const { toolId } = entry.tool;
  return Object.hasOwn(bindings, toolId) && bindings[toolId] === bound;
}

/**
 * What of a tool a secret is bound to: the host that it would be sent to, or else the whole
 * definition. What ships with its host cannot be changed by anybody else.
 */
export function bindingOf({ tool, execution }: Definition): string | null {
  if (tool.trust === "builtin") return null;
  const { data } = HttpExecution.safeParse(execution);
  const host = data && URL.parse(data.request.url)?.host;
  return host ? `host ${host}` : tool.digest;
}

function about(name: string): string {
  return `secret:${name}`;
}

function hintOf(value: string): string | null {
  return value.length < SHORTEST_HINTED ? null : value.slice(-HINT_LENGTH);
}

function assertKept(name: string, value: string): void {
  const problem = SecretName.safeParse(name).success
    ? problemOf(value)
    : "The name of a secret has capital letters, digits and _, and begins with a letter: MY_TOKEN.";
  if (problem) throw new CapstanError("SECRET_INVALID", problem);
}

function problemOf(value: string): string | undefined {
  if (value === "") return "The value is empty.";
  if (value.includes("\0")) return "The value holds a NUL character.";
  if (!value.isWellFormed()) return "The value holds half of a surrogate pair: send Unicode.";
  if (Buffer.byteLength(value) > MAX_BYTES) return `The value is longer than ${MAX_BYTES} bytes.`;
  return undefined;
}
