import { fileURLToPath } from "node:url";
import type { HostProxy } from "../../host-proxy.ts";
import type { Sandbox } from "../../sandbox.ts";
import { createBubblewrapSandbox } from "../bubblewrap-sandbox.ts";
import { createBounds } from "../create-bounds.ts";

const NO_WAY_OUT: HostProxy = {
  open: () => Promise.reject(new Error("This box was not to be given any host.")),
};

type Options = { readonly controlGroups?: boolean; readonly totalBytes?: number };

/** Bubblewrap as `npm test` installs it. */
export function openBubblewrap(
  proxy: HostProxy = NO_WAY_OUT,
  { controlGroups = true, totalBytes = 8 * 1024 ** 3 }: Options = {},
): Sandbox {
  return createBubblewrapSandbox({
    bounds: createBounds({ totalBytes, node: process.execPath, controlGroups }),
    bubblewrap: "/usr/bin/bwrap",
    processor: process.arch === "arm64" ? "arm64" : "x64",
    proxy,
    node: process.execPath,
    forwarder: fileURLToPath(new URL("../../../../runners/forward.mjs", import.meta.url)),
  });
}
