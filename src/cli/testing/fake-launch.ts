import { type ChildProcess, spawn } from "node:child_process";
import type { Launch } from "../launch.ts";

export type FakeLaunch = Disposable & {
  readonly launch: Launch;
  readonly children: ChildProcess[];
};

/** Runs this script as the server: a real child process, with the home as its first argument. */
export function fakeLaunch(home: string, script: string): FakeLaunch {
  const children: ChildProcess[] = [];
  return {
    children,
    launch() {
      const child = spawn(process.execPath, ["-e", script, home], {
        detached: true,
        stdio: ["ignore", "ignore", "pipe"],
      });
      children.push(child);
      return { child };
    },
    [Symbol.dispose]() {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

/** Prints a key, then serves an empty tool list and says so in `serve.json`. */
export const SERVING = `
  process.stderr.write("Admin key (shown once): \\u001b[1mtop-secret\\n");
  const server = require("node:http").createServer((request, response) => {
    response.end(request.url === "/healthz" ? '{"status":"ok"}' : '{"items":[],"total":0}');
  });
  server.listen(0, "127.0.0.1", () => {
    const url = "http://127.0.0.1:" + server.address().port;
    const entry = JSON.stringify({ url, pid: process.pid });
    require("node:fs").writeFileSync(process.argv[1] + "/serve.json", entry);
  });
`;
