import type { Client } from "./client.ts";
import type { CommandContext, Io } from "./command.ts";
import type { Launch } from "./launch.ts";
import { visible, visibleJson } from "./visible.ts";

export function createCommandContext(io: Io, json: boolean, launch: Launch): CommandContext {
  let client: Promise<Client> | undefined;
  return {
    io,
    json,
    client() {
      client ??= connect(io, launch);
      return client;
    },
    async print({ body, text }, lines) {
      if (json) io.out(oneLine(text, io.isTty));
      else {
        // Every line, so that no command can forget it.
        const safe = (await lines(body)).map(visible);
        if (safe.length > 0) io.out(safe.join("\n"));
      }
    },
  };
}

async function connect(io: Io, launch: Launch): Promise<Client> {
  const [{ createClient }, { findServer }] = await Promise.all([
    import("./client.ts"),
    import("./find-server.ts"),
  ]);
  const url = await findServer(io, launch);
  // The key is read after the server is there: the first start makes it.
  return createClient(url, io.env);
}

/** JSON strings hold no raw line breaks or tabs, so this changes only the space between tokens. */
function oneLine(json: string, isTty: boolean): string {
  const line = json.trim().replace(/[\r\n\t]+/g, " ");
  return isTty ? visibleJson(line) : line;
}
