// Runs in a box that was given hosts: carries connections from a port of the box to the proxy
// outside, and runs the program that follows its own arguments.
//   node forward.mjs <socket> <port> <program> <argument>…
import { spawn } from "node:child_process";
import { fstatSync } from "node:fs";
import { connect, createServer } from "node:net";

const [socket, port, program, ...args] = process.argv.slice(2);

const server = createServer((inside) => {
  const outside = connect(socket);
  inside.pipe(outside).pipe(inside);
  for (const [one, other] of [
    [inside, outside],
    [outside, inside],
  ]) {
    one.on("error", () => other.destroy());
    one.on("close", () => other.destroy());
  }
});
server.listen(Number(port), "127.0.0.1", () => {
  const child = spawn(program, args, { stdio: [0, 1, 2, ...(isOpen(3) ? [3] : [])] });
  child.on("error", () => process.exit(127));
  child.on("exit", (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exit(code ?? 1);
  });
});

// The channel of messages, where there is one.
function isOpen(descriptor) {
  try {
    return fstatSync(descriptor).isSocket();
  } catch {
    return false;
  }
}
