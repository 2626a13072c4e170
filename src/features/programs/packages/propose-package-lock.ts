import { integrityOf } from "./closure.ts";
import { npmGateway } from "./npm-gateway.ts";
import { packageError } from "./package-error.ts";
import { manifestOf, readPackageLock } from "./read-package-lock.ts";
import {
  BOX_REGISTRY,
  notStated,
  type ProposeParts,
  RESOLVE_MS,
  resolveInBox,
} from "./resolve-in-box.ts";

const NPM = "/opt/npm";
const NPM_ARGS = [
  ...["install", "--package-lock-only", "--ignore-scripts", "--git=/nonexistent"],
  ...["--omit-lockfile-registry-resolved", "--replace-registry-host=always"],
  ...["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"],
  ...["--userconfig=/nonexistent/own", "--globalconfig=/nonexistent/all", "--cache=/tmp/npm"],
  `--registry=${BOX_REGISTRY}`,
];

/**
 * Makes the lock that `npm install` would make for these dependencies. npm runs in a box that reaches the
 * registry alone; each version and hash of its lock must be one that the registry stated.
 */
export async function proposePackageLock(
  manifest: string,
  { npm, ...parts }: ProposeParts & { readonly npm: string | undefined },
): Promise<string> {
  if (npm === undefined) throw packageError(NO_NPM);
  const { client, node } = parts;
  const gateway = npmGateway(client, AbortSignal.timeout(RESOLVE_MS));
  const files = new Map([["package.json", manifestOf(manifest)]]);
  const text = await resolveInBox(parts, gateway.find, files, {
    argv: [node.path, `${NPM}/bin/npm-cli.js`, ...NPM_ARGS],
    mounts: [node.mount, { source: npm, target: NPM, mode: "ro" }],
    result: (_, read) => read("package-lock.json"),
  });
  const { locked } = readPackageLock(text, { manifest });
  for (const { name, version, hashes } of locked) {
    const stated = gateway.seen.get(`${name}@${version}`)?.split(/\s+/) ?? [];
    if (!hashes.every((hash) => stated.includes(integrityOf(hash)))) throw notStated(name, version);
  }
  return text;
}

const NO_NPM =
  "No lock says which packages it needs, and npm was not found to make one. Install npm, or write the lock yourself: npm install --package-lock-only.";
