import type { SideEffect } from "../../schema/side-effect.ts";

type Meaning = {
  /** As the catalog knows it: it raises the risk. */
  readonly permission?: string;
  /** Where it raises nothing: whoever declares only this is no safer for it. */
  readonly effects?: readonly SideEffect[];
};

const EXEC: Meaning = { permission: "system.exec" };
const NETWORK: Meaning = { permission: "network" };
const READS: Meaning = { effects: ["fs.read"] };
const WRITES: Meaning = { permission: "filesystem.write" };

/** The words of four vocabularies that extensions are written in. */
const WORDS: ReadonlyMap<string, Meaning> = new Map([
  ...["exec", "exec_shell", "exec.shell", "builtin.exec", "system.exec"].map(as(EXEC)),
  ...["network", "network_http", "network.http", "network.call", "browser"].map(as(NETWORK)),
  ...["filesystem.read", "fs_read", "fs.read"].map(as(READS)),
  ...["filesystem.write", "fs_write", "fs.write"].map(as(WRITES)),
  ...["filesystem.delete", "fs_delete", "fs.delete"].map(as({ permission: "filesystem.delete" })),
  ...["payment", "payments"].map(as({ permission: "payments" })),
  ...["cloud"].map(as({ permission: "cloud" })),
  ...["read_status", "audit.log"].map(as({})),
]);

function as(meaning: Meaning): (word: string) => readonly [string, Meaning] {
  return (word) => [word, meaning];
}

/** What an extension's words for what it needs mean here. One that is not known stays: it counts HIGH. */
export function readPermissions(words: readonly string[]): {
  readonly permissions: string[];
  readonly effects: SideEffect[];
} {
  const meanings = words.map((word) => WORDS.get(word) ?? { permission: word });
  const permissions = meanings.flatMap(({ permission }) => permission ?? []);
  const effects = meanings.flatMap((meaning) => meaning.effects ?? []);
  return { permissions: [...new Set(permissions)], effects: [...new Set(effects)] };
}
