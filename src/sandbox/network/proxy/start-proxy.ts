import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { hostEnvironment } from "../../../base/host-environment.ts";
import type { Answer, Order } from "./orders.ts";

type Options = {
  readonly program: string;
  /** The only folder that it may write to. */
  readonly folder: string;
  readonly answer: (answer: Answer) => void;
};

export type ProxyProcess = {
  /** Lost without error when the process has ended. */
  tell(order: Order): void;
  /** Why it ended. */
  readonly ended: Promise<string>;
  /** It ends by itself. */
  disconnect(): void;
  /** Whether this program goes on while the process runs. */
  ref(): void;
  unref(): void;
};

const LAST_WORDS = 2_000;

/** Node, kept from files, programs and threads: it needs sockets alone. */
export function startProxy({ program, folder, answer }: Options): ProxyProcess {
  const readable = [dirname(dirname(program)), folder].map((path) => `--allow-fs-read=${path}`);
  const limits = [...readable, `--allow-fs-write=${folder}`];
  const child = spawn(process.execPath, ["--permission", ...limits, program], {
    cwd: "/",
    // Nothing at all, not even a search path.
    env: hostEnvironment("proxy", {}),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-LAST_WORDS);
  });
  child.on("message", (message) => answer(message as Answer));
  child.once("error", (error) => resolve(`It could not be started: ${error.message}`));
  // Its "close" never comes when this side has disconnected.
  const heard = new Promise((done) => child.stderr?.once("close", done));
  child.once("exit", (code, signal) => {
    void heard.then(() => resolve(`It ended with ${signal ?? code}. ${said}`.trim()));
  });
  return {
    tell(order) {
      if (child.connected) child.send(order, () => {});
    },
    ended,
    disconnect() {
      if (child.connected) child.disconnect();
    },
    ref() {
      child.ref();
      child.channel?.ref();
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
  };
}
