import { createHash } from "node:crypto";
import { isConflict } from "../../../base/errors.ts";
import type { Redactor } from "../../../base/redaction/redactor.ts";
import type { Secrets } from "../../../gate/secrets/secrets.ts";
import type { PendingSignIn, PendingSignIns } from "../client/sign-in.ts";

const PREFIX = "MCP_SIGN_IN_";
const MOST_PENDING = 100;

type Options = {
  readonly secrets: Pick<Secrets, "fill" | "list" | "set" | "replace" | "remove" | "refresh">;
  readonly redactor: Pick<Redactor, "register">;
  readonly now: () => number;
};

/**
 * Sign-ins that a browser is to come back from, sealed as secrets: it may come to any server of the fleet,
 * or after a restart. Each is named by the hash of its state, so who reads the names cannot come back.
 */
export function keepPendingSignIns({ secrets, redactor, now }: Options): PendingSignIns {
  const names = () =>
    secrets.list().flatMap(({ name, createdAt }) => (isPending(name) ? [{ name, createdAt }] : []));
  const read = (name: string) =>
    JSON.parse(secrets.fill(`\${secret:${name}}`)) as Partial<PendingSignIn>;
  // Another process may have removed it, which is as good.
  const remove = (name: string) => secrets.remove(name, []).catch(() => {});

  async function tidy(): Promise<void> {
    const oldestFirst = names().sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    const most = oldestFirst.length - MOST_PENDING + 1;
    for (const [index, { name }] of oldestFirst.entries()) {
      if (index < most || (read(name).until ?? 0) < now()) await remove(name);
    }
  }

  return {
    async add(state, pending) {
      await secrets.refresh();
      await tidy();
      redactor.register(nameOf(state), pending.verifier);
      await secrets.set(nameOf(state), JSON.stringify(pending), undefined, []);
    },

    async take(state) {
      const name = nameOf(state);
      await secrets.refresh();
      if (!names().some((it) => it.name === name)) return undefined;
      const found = read(name);
      try {
        // Of two who come with it at once, one finds it changed.
        await secrets.replace(name, JSON.stringify({ takenAt: now() }));
      } catch (error) {
        if (isConflict(error)) return undefined;
        throw error;
      }
      await remove(name);
      return found.verifier === undefined || (found.until ?? 0) < now()
        ? undefined
        : (found as PendingSignIn);
    },
  };
}

function isPending(name: string): boolean {
  return name.startsWith(PREFIX) && name.length === PREFIX.length + HASH_LENGTH;
}

const HASH_LENGTH = 48;

function nameOf(state: string): string {
  const hash = createHash("sha256").update(state).digest("hex");
  return PREFIX + hash.slice(0, HASH_LENGTH).toUpperCase();
}
