import { CapstanError } from "../base/errors.ts";
import type { Io } from "./command.ts";
import type { Launch } from "./launch.ts";
import { runningServer } from "./running-server.ts";

/** The address of the server that owns the home; one is started when none runs. */
export async function findServer(io: Io, launch: Launch): Promise<string> {
  const named = io.env.CAPSTAN_URL;
  if (named) return checkedUrl(named);
  const running = await runningServer(io.env);
  if (running) return running;
  const { startServer } = await import("./start-server.ts");
  return startServer(io, launch);
}

function checkedUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  const message = `CAPSTAN_URL is "${url}"; it has to be like http://127.0.0.1:4747.`;
  throw new CapstanError("SETTINGS_INVALID", message);
}
