/** What of a system decides how bubblewrap comes to work on it. */
export type SystemFacts = {
  readonly platform: string;
  readonly processor: string;
  readonly isRoot: boolean;
  /** The text of `/etc/os-release`; empty where there is none. */
  readonly osRelease: string;
  readonly isContainer: boolean;
  /** Switches of the kernel, by their path below `/proc/sys`. */
  readonly switches: ReadonlyMap<string, string>;
};

/** `refused`: it is installed, and the system does not let it make a box. */
export type WhyMissing = "platform" | "not_installed" | "refused";

/** Why nothing isolates programs, and exactly what to do about it. */
export type MissingSandbox = {
  readonly reason: WhyMissing;
  readonly message: string;
  /** To be copied into a terminal; null where no command helps. */
  readonly command: string | null;
  /** The same for a program to run, where it is a single command. */
  readonly argv: readonly [string, ...string[]] | null;
};

type Remedy = Pick<MissingSandbox, "message" | "command" | "argv">;

export function explainMissing(
  reason: WhyMissing,
  facts: SystemFacts,
  complaint = "",
): MissingSandbox {
  if (reason === "platform" || !canHaveBubblewrap(facts)) {
    const message =
      "Programs of others are isolated by bubblewrap, which exists for Linux on x64 and arm64 only: run Capstan there, or in a virtual machine.";
    return { reason: "platform", message, command: null, argv: null };
  }
  if (reason === "not_installed") return { reason, ...installation(facts) };
  const { message, ...remedy } = remedyFor(facts);
  const said = complaint.trim() === "" ? "" : ` ("${complaint.trim()}")`;
  const problem = `bubblewrap is installed and cannot make a sandbox${said}, so programs of others are not run.`;
  return { reason, message: `${problem} ${message}`, ...remedy };
}

export function canHaveBubblewrap({ platform, processor }: SystemFacts): boolean {
  return platform === "linux" && ["x64", "arm64"].includes(processor);
}

/** All of it as one text. */
export function missingText({ message, command }: MissingSandbox): string {
  if (command === null) return message;
  return command.includes("\n") ? `${message}\n${command}` : `${message} ${command}`;
}

type Argv = readonly [string, ...string[]];

const INSTALLERS: readonly (readonly [ids: readonly string[], command: Argv])[] = [
  [
    ["debian", "ubuntu"],
    ["apt-get", "install", "-y", "bubblewrap"],
  ],
  [
    ["fedora", "rhel", "centos"],
    ["dnf", "install", "-y", "bubblewrap"],
  ],
  [["arch"], ["pacman", "-S", "--noconfirm", "bubblewrap"]],
  [["alpine"], ["apk", "add", "bubblewrap", "util-linux-misc"]],
  [
    ["suse", "opensuse"],
    ["zypper", "install", "-y", "bubblewrap"],
  ],
];

function installation(facts: SystemFacts): Remedy {
  const ids = systemIds(facts);
  const command = INSTALLERS.find(([names]) => names.some((name) => ids.includes(name)))?.[1];
  const problem = "bubblewrap is not installed, so programs of others are not run.";
  return command
    ? { message: `${problem} Install it:`, ...single(command, facts) }
    : {
        message: `${problem} Install the package "bubblewrap" of this system.`,
        command: null,
        argv: null,
      };
}

function systemIds({ osRelease }: SystemFacts): string[] {
  return [...osRelease.matchAll(/^(?:ID|ID_LIKE)=["']?([^"'\n]*)["']?$/gm)].flatMap(
    ([, names]) => names?.split(" ") ?? [],
  );
}

function single(command: Argv, { isRoot }: SystemFacts): Pick<Remedy, "command" | "argv"> {
  const argv: Argv = isRoot ? command : ["sudo", ...command];
  return { command: argv.join(" "), argv };
}

function remedyFor(facts: SystemFacts): Remedy {
  const { switches, isContainer } = facts;
  if (isContainer) {
    return {
      message:
        "This is a container, whose seccomp filter refuses namespaces. Start it with these options:",
      command: "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined …",
      argv: null,
    };
  }
  if (switches.get("kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return {
      message:
        "This system (as Ubuntu since 24.04) lets only programs with an AppArmor profile make user namespaces. Give bubblewrap one:",
      command: APPARMOR_COMMANDS,
      argv: null,
    };
  }
  if (switches.get("user/max_user_namespaces") === "0") {
    return {
      message: "This system allows no user namespaces. Allow them:",
      ...single(["sysctl", "-w", "user.max_user_namespaces=10000"], facts),
    };
  }
  if (switches.get("kernel/unprivileged_userns_clone") === "0") {
    return {
      message: "This system allows user namespaces to root only. Allow them:",
      ...single(["sysctl", "-w", "kernel.unprivileged_userns_clone=1"], facts),
    };
  }
  return {
    message: "Run this to see why:",
    command: "bwrap --unshare-all --ro-bind / / true",
    argv: null,
  };
}

const APPARMOR_COMMANDS = [
  "sudo tee /etc/apparmor.d/bwrap <<'PROFILE'",
  "abi <abi/4.0>,",
  "include <tunables/global>",
  "profile bwrap /usr/bin/bwrap flags=(unconfined) {",
  "  userns,",
  "  include if exists <local/bwrap>",
  "}",
  "PROFILE",
  "sudo systemctl reload apparmor",
].join("\n");
