import * as z from "zod";
import type { ArchiveCache } from "./archive-cache.ts";
import { packageError } from "./package-error.ts";
import { pythonGateway, type SeenWheel } from "./python-gateway.ts";
import { normalName } from "./read-requirements.ts";
import {
  BOX_REGISTRY,
  notStated,
  type ProposeParts,
  RESOLVE_MS,
  resolveInBox,
  WORK,
} from "./resolve-in-box.ts";
import { wheelName } from "./wheel-name.ts";

const PIP_ARGS = [
  ...["-I", "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet"],
  ...["--report", "-", "--only-binary=:all:", "--no-input", "--no-cache-dir"],
  ...["--disable-pip-version-check", "--retries=0", `--index-url=${BOX_REGISTRY}simple/`],
];

const Report = z.object({
  install: z
    .array(
      z.object({
        download_info: z.object({
          archive_info: z.object({
            hash: z.string().optional(),
            hashes: z.record(z.string(), z.string()).optional(),
          }),
        }),
      }),
    )
    .max(2_000),
});

/** Makes a lock of the wheels that `pip install` would bring: lines with the hashes of all their wheels. */
export async function proposeRequirements(
  lines: readonly string[],
  { cache, ...parts }: ProposeParts & { readonly cache: ArchiveCache },
): Promise<string> {
  for (const line of lines) {
    if (!namesVersions(line)) {
      const message = `"${line.slice(0, 200)}" in requirements.txt names something other than versions of the index. Only wheels of the index are fetched.`;
      throw packageError(message);
    }
  }
  const gateway = pythonGateway(parts.client, cache, AbortSignal.timeout(RESOLVE_MS));
  const files = new Map([["requirements.txt", `${lines.join("\n")}\n`]]);
  const text = await resolveInBox(parts, gateway.find, files, {
    argv: ["python3", ...PIP_ARGS, "-r", `${WORK}/requirements.txt`],
    mounts: [],
    result: async ({ stdout }) => stdout,
  });
  const { data } = Report.safeParse(parsed(text));
  if (!data)
    throw packageError("pip did not say which packages it would install. Install a newer pip.");
  const wheels = data.install.map(({ download_info: { archive_info: info } }) => {
    const hex = new Map(Object.entries(info.hashes ?? {})).get("sha256");
    const hash = `sha256:${hex ?? info.hash?.replace(/^sha256=/, "") ?? ""}`;
    const wheel = gateway.seen.get(hash);
    if (!wheel) throw notStated("A Python package", hash.slice(0, 20));
    return wheel;
  });
  return lockOf(wheels, [...gateway.seen.values()]);
}

const NAME = "[A-Za-z0-9](?:[\\w.-]{0,98}[A-Za-z0-9])?(?:\\s*\\[[\\w,. -]{1,100}\\])?";
const VERSIONS = "(?:[<>=!~]=?=?\\s*[\\w.*+!-]{1,60}(?:\\s*,\\s*)?){0,10}";
/** Whether a requirement is versions of the index, and no address or file. */
export function namesVersions(requirement: string): boolean {
  return REQUIREMENT.test(requirement);
}

const REQUIREMENT = new RegExp(`^${NAME}\\s*\\(?${VERSIONS}\\)?(?:\\s*;[\\w\\s.<>=!~'"()-]+)?$`);

/** Hashes of all wheels of a version stand beside each other, so that other machines find theirs. */
function lockOf(chosen: readonly SeenWheel[], seen: readonly SeenWheel[]): string {
  const keyOf = (file: string) => {
    const wheel = wheelName(file);
    return wheel && `${normalName(wheel.name)}==${wheel.version}`;
  };
  const lines = chosen.map(({ file }) => {
    const key = keyOf(file);
    const all = seen.filter((other) => keyOf(other.file) === key).map(({ hash }) => hash);
    return [key, ...all.toSorted().map((hash) => `--hash=${hash}`)].join(" ");
  });
  return lines.toSorted().join("\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
