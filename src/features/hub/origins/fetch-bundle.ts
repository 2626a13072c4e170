import { readFile, stat } from "node:fs/promises";
import { CapstanError } from "../../../base/errors.ts";
import { BUNDLE_LIMITS } from "../../bundles/read-bundle.ts";
import type { BundleOrigin, FetchedBundle, HubCall, HubClient } from "../hub.ts";
import { fetchBytes } from "../index/fetch-bytes.ts";
import { digestOf, requireDigest } from "../index/hub-files.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { tellStep } from "../index/tell-step.ts";
import { fetchCommit } from "./from-git.ts";
import { fetchPackage, isTarball } from "./from-npm.ts";

type Came = { readonly bytes: Uint8Array; readonly from: string };

/** One bundle, wherever it comes from: read, checked, and nothing of it run. */
export function createFetchBundle(tools: HubTools): HubClient["fetchBundle"] {
  return async (origin, call) => {
    if (origin.type === "folder") {
      const read = await tools.readFolder(origin.path);
      return { read, from: origin.path, archiveDigest: null };
    }
    const { bytes, from } = await archiveOf(tools, origin, call);
    return unpack(tools, bytes, from);
  };
}

async function unpack(
  { readArchive }: HubTools,
  bytes: Uint8Array,
  from: string,
): Promise<FetchedBundle> {
  return { read: await readArchive(bytes), from, archiveDigest: digestOf(bytes) };
}

async function archiveOf(
  tools: HubTools,
  origin: Exclude<BundleOrigin, { type: "folder" }>,
  call: HubCall,
): Promise<Came> {
  switch (origin.type) {
    case "archive":
      return { bytes: origin.bytes, from: "an archive" };
    case "url":
      return fetchUrl(tools, origin.url, origin.digest, call);
    case "git":
      return fetchCommit(tools, origin, call);
    case "npm":
      if (!isTarball(origin.spec)) return fetchPackage(tools, origin.spec, call);
      if (origin.spec.startsWith("/")) return readTarball(origin.spec);
      return fetchUrl(tools, origin.spec, undefined, call);
  }
}

async function fetchUrl(
  { web }: HubTools,
  url: string,
  digest: string | undefined,
  call: HubCall,
): Promise<Came> {
  const step = tellStep(call, `Fetching ${url}`, 0, 1);
  const answer = await fetchBytes(web, { url, maxBytes: BUNDLE_LIMITS.bytes, headers: {} }, step);
  if (answer === null) throw new CapstanError("HUB_INVALID", `${url} answered with nothing.`);
  if (digest !== undefined) requireDigest(answer.bytes, digest, url);
  return { bytes: answer.bytes, from: url };
}

async function readTarball(path: string): Promise<Came> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new CapstanError("HUB_INVALID", `There is no file "${path}".`, { cause });
  });
  if (!found.isFile() || found.size > BUNDLE_LIMITS.bytes) {
    const message = `"${path}" is no file, or has more than ${BUNDLE_LIMITS.bytes} bytes.`;
    throw new CapstanError("HUB_INVALID", message);
  }
  return { bytes: await readFile(path), from: path };
}
