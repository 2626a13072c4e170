import { fileURLToPath } from "node:url";
import type { HostProxy } from "../../host-proxy.ts";
import type { Sandbox } from "../../sandbox.ts";
import { createBubblewrapSandbox } from "../bubblewrap-sandbox.ts";

const NO_WAY_OUT: HostProxy = {
  open: () => Promise.reject(new Error("This box was not to be given any host.")),
};

/** Bubblewrap as `npm test` installs it. */
export function openBubblewrap(proxy: HostProxy = NO_WAY_OUT): Sandbox {
  return createBubblewrapSandbox({
    bubblewrap: "/usr/bin/bwrap",
    processor: process.arch === "arm64" ? "arm64" : "x64",
    proxy,
    node: process.execPath,
    forwarder: fileURLToPath(new URL("../../../../runners/forward.mjs", import.meta.url)),
  });
}
