import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { removeFolder } from "../../../base/remove-folder.ts";
import type {
  ChangeSetOrigin,
  ChangeSetRows,
  FolderLocks,
  StagedFolder,
  StagingWay,
} from "../../changes.ts";
import { passTick } from "../clock-tick.ts";
import { createChangeSets } from "../create-change-sets.ts";
import { judgeChanges } from "../judge-changes.ts";
import { stageFolders } from "../keeper/stage-folders.ts";
import { openTreeAt } from "../tree.ts";
import { treeAfter } from "../tree-after.ts";
import { createFileRows, createLocks } from "./file-rows.ts";

const RANDOM = fileURLToPath(new URL("random-program.py", import.meta.url));
const MORTAL = fileURLToPath(new URL("apply-and-die.ts", import.meta.url));
const run = promisify(execFile);

/** Whose the sets of a scene are. */
const ORIGIN: ChangeSetOrigin = {
  sessionId: null,
  invocationId: "inv",
  actor: "prn_owner",
  machine: "here",
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-08T00:00:00.000Z",
};

export type Scene = ReturnType<typeof openScene>;

type Options = {
  readonly base?: string;
  /** A file system for the home. */
  readonly homeBase?: string;
  /** In place of those in files, which other processes find. */
  readonly rows?: ChangeSetRows;
  readonly locks?: FolderLocks;
};

/** A person's folder, and a home of Capstan beside it. */
export function openScene({ base, homeBase, ...parts }: Options = {}) {
  const place = base ?? realpathSync(mkdtempSync(join(tmpdir(), "capstan-writes-")));
  const root = join(place, "my, folder:x");
  mkdirSync(root, { recursive: true });
  const home = join(homeBase ?? place, "home");
  mkdirSync(home, { recursive: true });
  const { dev, ino } = statSync(root, { bigint: true });
  const folder = { root, device: String(dev), inode: String(ino) };
  const rows = parts.rows ?? createFileRows(join(place, "rows"));
  const locks = parts.locks ?? createLocks();
  const sets = createChangeSets({ home, rows, locks });
  let count = 0;

  const newId = () => `set-${process.pid}-${count++}-${Math.trunc(performance.now())}`;

  /** Runs a command in a box that sees the folder at its own path, and says what it printed. */
  async function inBox(staged: { source: string }, enter: readonly string[], argv: string[]) {
    const [program = "", ...args] = [...enter, ...boxed(root, staged.source), ...argv];
    return run(program, args, { env: { PATH: process.env.PATH }, timeout: 60_000 });
  }

  return {
    place,
    root,
    home,
    folder,
    rows,
    sets,
    locks,
    newId,
    planUndo: (id: string, ids: readonly string[]) => sets.planUndo(id, ids, ORIGIN),
    random: (seed: number, steps: number) => ["python3", "/program.py", `${seed}`, `${steps}`],
    /** Without any overlay: the person works. */
    async asPerson(argv: string[]): Promise<string> {
      const [program = "", ...args] = argv.map((it) => (it === "/program.py" ? RANDOM : it));
      return (await run(program, args, { cwd: root })).stdout;
    },
    /** A program's changes, measured and kept, while the folder stays as it is. */
    async call(
      argv: string[],
      {
        way = "unshare",
        during = async () => {},
      }: { way?: StagingWay; during?: (staged: StagedFolder) => Promise<unknown> } = {},
    ) {
      await passTick(join(place, "tick"));
      const id = newId();
      const staged = await stageFolders(way, [{ folder, scratch: sets.scratchOf(id) }]);
      try {
        const [it] = staged.folders;
        if (!it) throw new Error("Nothing was staged.");
        const { stdout } = await inBox(it, staged.enter, argv);
        await during(it);
        const difference = await it.measure();
        const view = openTreeAt(it.outside);
        const judgement = judgeChanges(root, difference, treeAfter(view));
        view.close();
        const set = await sets.keep(id, { folder, difference, judgement }, ORIGIN);
        return { id, stdout, difference, judgement, set };
      } finally {
        await staged.end();
      }
    },
    /** Runs it in another process, which is killed at one of its steps: whether it came so far. */
    killedAt(args: readonly string[], step: number): Promise<boolean> {
      const all = [MORTAL, join(place, "rows"), home, ...args, `${step}`];
      return new Promise((resolve, reject) => {
        execFile(process.execPath, ["--no-warnings", ...all], { timeout: 60_000 }, (error) => {
          if (error && error.signal !== "SIGKILL") reject(error);
          else resolve(error !== null);
        });
      });
    },
    close: () => removeFolder(place),
  };
}

function boxed(root: string, source: string): string[] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  return [
    ...["bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"],
    ...["--uid", `${uid}`, "--gid", `${gid}`, "--new-session", "--cap-drop", "ALL"],
    ...["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin"],
    ...["--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"],
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
    ...["--ro-bind", RANDOM, "/program.py", "--bind", source, root, "--chdir", root],
    ...["--setenv", "PATH", "/usr/bin:/bin", "--remount-ro", "/", "--"],
  ];
}
