/** A program that Capstan starts on the machine itself, outside of every box. */
export type HostProgram = {
  readonly program: string;
  /** Arguments that it always has; what follows them is data. */
  readonly args: readonly string[];
  /** Names of variables that it is given, beside `EVERYONE`; `*` stands for any ending. */
  readonly env: readonly string[];
  /** Variables that it always has with these values. */
  readonly set?: Readonly<Record<string, string>>;
  /** What makes Capstan start it, and on whose word. */
  readonly cause: string;
  /** The files that start it. */
  readonly from: readonly string[];
};

/** Variables of every program: where things are, and which language a person reads. */
export const EVERYONE = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ"];
const NETWORK = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/** No configuration of the machine or of a repository counts, and no hook. */
const GIT_SETTINGS = [
  ...["protocol.allow=never", "protocol.https.allow=always", "protocol.http.allow=always"],
  ...["protocol.file.allow=always", "http.followRedirects=false", "core.hooksPath=/dev/null"],
  ...["http.lowSpeedLimit=1000", "http.lowSpeedTime=20", "fetch.fsckObjects=true"],
  ...["credential.helper=", "core.attributesFile=/dev/null", "gc.auto=0"],
].flatMap((setting) => ["-c", setting]);

/**
 * Every program that Capstan starts on the machine itself. A test finds all places that can start one,
 * and holds them against this table.
 */
export const HOST_PROGRAMS = {
  box: {
    program: "bwrap; without it, the Node that runs Capstan or the program of the box itself",
    args: [],
    // Each box has the variables of its specification, made from nothing.
    env: [],
    cause: "A call that passed the gate, the start of an MCP server, or a check of the sandbox.",
    from: ["src/sandbox/process/start-process.ts"],
  },
  proxy: {
    program: "the Node that runs Capstan",
    // It may read the program's own files and its sockets' folder, and start nothing.
    args: ["--permission"],
    env: [],
    cause: "A box with hosts, after a call that passed the gate.",
    from: ["src/sandbox/network/proxy/start-proxy.ts"],
  },
  proof: {
    program: "the Node that runs Capstan",
    args: ["-e"],
    env: [],
    cause:
      "The first box of a server: it fills buffers, to see whether a control group counts them.",
    from: ["src/sandbox/bubblewrap/groups/prove-groups.ts"],
  },
  neighbour: {
    program: "the Node that runs Capstan",
    args: ["-e", "setTimeout(() => {}, 120000)"],
    env: [],
    cause: "A check of the sandbox: a process that no box may see. `doctor` or the console asks.",
    from: ["src/sandbox/canaries/outside.ts"],
  },
  git: {
    program: "git",
    args: GIT_SETTINGS,
    env: [],
    set: {
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_ASKPASS: "/bin/false",
      GIT_ALLOW_PROTOCOL: "https:http:file",
      GIT_OPTIONAL_LOCKS: "0",
    },
    cause: "An install from a commit, which an admin asks for or approves.",
    from: ["src/features/hub/origins/from-git.ts"],
  },
  keeper: {
    program:
      "unshare or bwrap: a namespace with the overlays of one box; a shell of ours mounts them in it",
    args: ["--mount", "--propagation", "private"],
    env: [],
    cause: "A call that passed the gate and may change a folder of a person.",
    from: ["src/sandbox/changes/keeper/start-keeper.ts"],
  },
  copier: {
    program: "cp",
    args: ["-a", "--reflink=auto"],
    env: [],
    cause: "The same call, where the machine has no overlays.",
    from: ["src/sandbox/changes/keeper/stage-copy.ts"],
  },
  sync: {
    program: "sync",
    args: ["-f"],
    env: [],
    cause: "An approved change of many files, which is to survive a cut of the power.",
    from: ["src/sandbox/changes/sync-file-system.ts"],
  },
  desktop: {
    program: "xdg-open, open or rundll32",
    args: [],
    env: ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER", "XDG_*"],
    cause: "`capstan serve --open`, typed by a person: opens the console.",
    from: ["src/app/open-browser.ts"],
  },
  installer: {
    program: "the command that `doctor` shows, with sudo where it is needed",
    args: [],
    env: ["TERM", "USER", ...NETWORK],
    cause: "`capstan doctor --fix`, after a person at the terminal agreed to that command.",
    from: ["src/cli/doctor/mend-sandbox.ts"],
  },
  node: {
    program: "the Node that came with Capstan",
    args: [],
    env: ["*"],
    cause: "A start by a Node that is too old: the same command line goes on in the newer one.",
    from: ["bin/other-node.mjs"],
  },
  server: {
    program: "the Node that runs Capstan",
    args: ["serve", "--background"],
    // It is Capstan itself, and reads the settings and keys of its owner there.
    env: ["*"],
    cause: "A command that finds no server running, typed by the owner.",
    from: ["src/app/launch.ts"],
  },
} as const satisfies Record<string, HostProgram>;

export type HostProgramName = keyof typeof HOST_PROGRAMS;
