import type { RunningServer } from "./start-server.ts";

const CHECK_MS = 1_000;

/** A server that was started by a command ends when nobody needs it any more. */
export function exitWhenIdle(
  { server, isBusy }: RunningServer,
  idleSeconds: number,
  exit: () => void,
): void {
  let open = 0;
  let lastUse = performance.now();
  server.on("request", (_request, response) => {
    open += 1;
    response.once("close", () => {
      open -= 1;
      lastUse = performance.now();
    });
  });
  const timer = setInterval(
    () => {
      if (open > 0 || isBusy()) lastUse = performance.now();
      if (performance.now() - lastUse < idleSeconds * 1_000) return;
      clearInterval(timer);
      exit();
    },
    Math.min(CHECK_MS, idleSeconds * 250),
  );
}
