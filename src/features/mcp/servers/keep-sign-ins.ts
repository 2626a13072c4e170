import { createHash } from "node:crypto";
import { isConflict } from "../../../base/errors.ts";
import type { Redactor } from "../../../base/redaction/redactor.ts";
import type { Secrets } from "../../../gate/secrets/secrets.ts";
import type { KeptSignIn, SignInStore } from "../client/sign-in.ts";

/** Tokens of remote MCP servers, sealed as secrets: one for each server, and hidden in all that is said. */
export function keepSignIns(
  secrets: Pick<Secrets, "fill" | "list" | "set" | "replace" | "refresh">,
  redactor: Pick<Redactor, "register">,
): SignInStore {
  function hide(name: string, { tokens, client }: KeptSignIn): void {
    const values = [
      tokens?.access_token,
      tokens?.refresh_token,
      (client as { client_secret?: string } | undefined)?.client_secret,
    ];
    for (const value of values) if (value) redactor.register(name, value);
  }
  return {
    read(id) {
      const name = nameOf(id);
      if (!secrets.list().some((it) => it.name === name)) return undefined;
      const kept = JSON.parse(secrets.fill(`\${secret:${name}}`)) as KeptSignIn;
      hide(name, kept);
      return kept;
    },
    async write(id, kept) {
      const name = nameOf(id);
      hide(name, kept);
      await secrets.set(name, JSON.stringify({ server: id, ...kept }), undefined, []);
    },
    async replace(id, kept) {
      try {
        await secrets.replace(nameOf(id), JSON.stringify({ server: id, ...kept }));
        return true;
      } catch (error) {
        if (isConflict(error)) return false;
        throw error;
      }
    },
    refresh: secrets.refresh,
  };
}

/** Ids have characters and cases that names of secrets have not. */
function nameOf(id: string): string {
  const readable = id
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "_")
    .slice(0, 30);
  return `MCP_${readable}_${createHash("sha256").update(id).digest("hex").slice(0, 12).toUpperCase()}`;
}
