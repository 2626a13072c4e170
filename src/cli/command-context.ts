import type { Client } from "./client.ts";
import type { CommandContext, Io } from "./command.ts";
import type { Launch } from "./launch.ts";
import { renderLines } from "./render-lines.ts";
import { visibleJson } from "./visible.ts";

export function createCommandContext(io: Io, json: boolean, launch: Launch): CommandContext {
  let url: Promise<string> | undefined;
  let client: Promise<Client> | undefined;
  let admin: Promise<string> | undefined;
  const findAnew = async () => (await import("./find-server.ts")).findServer(io, launch);
  const find = () => {
    url ??= findAnew();
    return url;
  };
  const owner = () => {
    client ??= connect(io, find);
    return client;
  };
  const adminKey = () => {
    admin ??= import("./admin-key.ts").then((it) => it.adminKey(io, owner));
    return admin;
  };
  const connectBy = async (asked: Promise<string>) => {
    const key = await asked;
    const { createClient } = await import("./client.ts");
    return createClient(await find(), io.env, key);
  };
  return {
    io,
    json,
    findServer: findAnew,
    client: owner,
    adminKey,
    admin: () => connectBy(adminKey()),
    async lastingAdmin() {
      const { lastingKey } = await import("./admin-key.ts");
      return connectBy(lastingKey(io));
    },
    async print({ body, text }, lines) {
      if (json) io.out(oneLine(text, io.isTty));
      else {
        const made = await lines(body, { width: io.width, now: io.now() });
        // Every line, so that no command can forget it.
        const safe = renderLines(made, io);
        if (safe.length > 0) io.out(safe.join("\n"));
      }
    },
  };
}

async function connect(io: Io, find: () => Promise<string>): Promise<Client> {
  const [{ createClient }, url] = await Promise.all([import("./client.ts"), find()]);
  // The key is read after the server is there: the first start makes it.
  return createClient(url, io.env);
}

/** JSON strings hold no raw line breaks or tabs, so this changes only the space between tokens. */
function oneLine(json: string, isTty: boolean): string {
  const line = json.trim().replace(/[\r\n\t]+/g, " ");
  return isTty ? visibleJson(line) : line;
}
