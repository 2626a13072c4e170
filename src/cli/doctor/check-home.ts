import { type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { Io } from "../command.ts";
import { homeFolder } from "../home.ts";
import { typed } from "../program.ts";
import { type Check, fail, ok } from "./check.ts";

const OTHERS = 0o077;

export function checkHome(env: Io["env"]): Check[] {
  const home = homeFolder(env);
  if (statOf(home)?.isDirectory()) {
    return [ok("home", home), checkKeyFile(home, env), checkPrivate(home)];
  }
  if (env.CAPSTAN_URL) return [ok("home", `${home} does not exist; CAPSTAN_URL is used.`)];
  return [
    fail("home", `${home} cannot be read. Run "${typed("serve")}" once, or set CAPSTAN_HOME.`),
  ];
}

function checkKeyFile(home: string, env: Io["env"]): Check {
  const file = join(home, "api-key");
  const stat = statOf(file);
  if (!stat) {
    return env.CAPSTAN_API_KEY
      ? ok("api key", "from CAPSTAN_API_KEY")
      : fail(
          "api key",
          `${file} cannot be read. Run "${typed("serve")}" once, or set CAPSTAN_API_KEY.`,
        );
  }
  // Windows has neither owner numbers nor these modes.
  if (process.getuid === undefined) return ok("api key", file);
  if (stat.uid !== process.getuid()) return fail("api key", `${file} belongs to another user.`);
  if (stat.mode & OTHERS) {
    return fail("api key", `Others can read it. Run: chmod 600 ${file}`);
  }
  return ok("api key", `${file}, for its owner only`);
}

/** A folder that was there before may let others in: then each file has to keep them out. */
function checkPrivate(home: string): Check {
  const open = PRIVATE.map((name) => join(home, name)).filter(
    (file) => (statOf(file)?.mode ?? 0) & OTHERS,
  );
  const [first] = open;
  // Windows has no such modes.
  if (process.getuid === undefined || first === undefined) {
    return ok("private", "Your data is for its owner only.");
  }
  return fail("private", `Others can read your data. Run: chmod 600 ${open.join(" ")}`);
}

/** Folders are made so that nobody else can look into them. */
const PRIVATE = [
  ...["capstan.db", "capstan.db-wal", "capstan.db-shm", "owner.lock"],
  ...["master-key", "machine-id", "serve.json"],
];

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
