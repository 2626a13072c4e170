import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../../src/cli/testing/run-cli.ts";
import { startLive } from "../../live-server.ts";

const ADMIN_KEY = "admin-key-for-tests-only";

type LiveOptions = NonNullable<Parameters<typeof startLive>[0]>;

/** A live server, the command line against it, and folders on disk as an author has them. */
export async function openDocuments({ env, ...options }: LiveOptions = {}) {
  const top = mkdtempSync(join(tmpdir(), "capstan-documents-"));
  const live = await startLive({ env: { CAPSTAN_ADMIN_KEY: ADMIN_KEY, ...env }, ...options });
  const cliEnv = {
    CAPSTAN_URL: live.url,
    CAPSTAN_API_KEY: live.key,
    CAPSTAN_ADMIN_KEY: ADMIN_KEY,
  };
  return {
    ...live,
    cliEnv,
    cli: (...argv: string[]) => run(argv, { env: cliEnv }),
    folder(name: string, files: Readonly<Record<string, string>>): string {
      const folder = join(top, name);
      mkdirSync(folder);
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text, { mode: 0o755 });
      }
      return folder;
    },
    async stop() {
      await live.stop();
      rmSync(top, { recursive: true, force: true });
    },
  };
}

export type Documents = Awaited<ReturnType<typeof openDocuments>>;
