import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import { HubIndex, type HubKey } from "../../../schema/hub.ts";
import type { KnownHub } from "../hub.ts";
import { followPin } from "./key-chain.ts";
import { requireSignature } from "./signatures.ts";

export type Expected = {
  /** The key that counts; null: whichever it has. */
  readonly key: HubKey | null;
  readonly known: Pick<KnownHub, "serial" | "index"> | null;
  readonly now: number;
};

/** The index, if its hub signed it, it is not older than what was seen, and still says something. */
export function verifyIndex(value: JsonObject, text: string, expected: Expected): HubIndex {
  const signer = requireSignature("index", value, "The index");
  const index = parseIndex(value);
  const { hub } = index;
  if (signer !== hub.key) {
    const message = "The index is signed by another key than the one that it names.";
    throw new CapstanError("HUB_SIGNATURE_WRONG", message);
  }
  if (expected.key !== null) followPin(`hub:${hub.name}`, expected.key, hub);
  refuseOlder(hub.serial, text, expected.known);
  // Written so that what is no moment is past.
  if (!(expected.now <= Date.parse(hub.expires_at))) {
    const message = `The index of "${hub.name}" was good until ${hub.expires_at}. Its owner has to sign it anew, or somebody holds back the newer one.`;
    throw new CapstanError("HUB_EXPIRED", message);
  }
  return index;
}

export function parseIndex(value: JsonObject): HubIndex {
  const read = HubIndex.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join(".") ?? "";
    const message = `The index cannot be used: "${where}": ${issue?.message}.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  refuseTwins(read.data.skills.map(({ name }) => name));
  refuseTwins(read.data.hub.publishers.map(({ name }) => name));
  for (const { name, versions } of read.data.skills) {
    refuseTwins(versions.map(({ version }) => `${name}@${version}`));
  }
  return read.data;
}

/** Whoever looks up a name must not depend on who looks first. */
function refuseTwins(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new CapstanError("HUB_INVALID", `The index has "${name}" twice.`);
    }
    seen.add(name);
  }
}

function refuseOlder(serial: number, text: string, known: Expected["known"]): void {
  if (known === null) return;
  if (serial < known.serial) {
    const message = `The index has the serial ${serial}, and ${known.serial} was seen before: somebody shows an old one. Nothing of it was used.`;
    throw new CapstanError("HUB_ROLLED_BACK", message);
  }
  if (serial === known.serial && text !== known.index) {
    const message = `There are two indexes with the serial ${serial}: this one is not the one that was seen before. Nothing of it was used.`;
    throw new CapstanError("HUB_ROLLED_BACK", message);
  }
}
