import { existsSync, readFileSync } from "node:fs";

type Missing =
  | { readonly reason: "platform" }
  | { readonly reason: "not-installed" }
  | { readonly reason: "refused"; readonly complaint: string };

/** Why nothing isolates programs here, and exactly what to do about it. */
export function explainMissing(missing: Missing): string {
  if (missing.reason === "platform") {
    return "Programs of others are isolated by bubblewrap, which exists for Linux on x64 and arm64 only: run Capstan there, or in a virtual machine.";
  }
  if (missing.reason === "not-installed") {
    return `bubblewrap is not installed, so programs of others are not run. Install it: ${installCommand().join(" ")}`;
  }
  return `bubblewrap is installed and cannot make a sandbox ("${missing.complaint.trim()}"), so programs of others are not run. ${remedy()}`;
}

const INSTALLERS: readonly (readonly [ids: readonly string[], command: readonly string[]])[] = [
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

/** The one command that installs it on this system. */
function installCommand(): readonly string[] {
  const ids = systemIds();
  const command = INSTALLERS.find(([names]) => names.some((name) => ids.includes(name)))?.[1];
  const whole = command ?? ["apt-get", "install", "-y", "bubblewrap"];
  return process.getuid?.() === 0 ? whole : ["sudo", ...whole];
}

function systemIds(): string[] {
  if (!existsSync("/etc/os-release")) return [];
  const text = readFileSync("/etc/os-release", "utf8");
  return [...text.matchAll(/^(?:ID|ID_LIKE)="?([^"\n]*)"?$/gm)].flatMap(
    ([, names]) => names?.split(" ") ?? [],
  );
}

function remedy(): string {
  if (readSwitch("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return `This system (as Ubuntu since 24.04) lets only programs with an AppArmor profile make user namespaces. Give bubblewrap one:\n${APPARMOR_COMMANDS}`;
  }
  if (existsSync("/.dockerenv") || existsSync("/run/.containerenv")) {
    return "This is a container, whose seccomp filter refuses namespaces. Start it with: docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined …";
  }
  if (readSwitch("/proc/sys/user/max_user_namespaces") === "0") {
    return "This system allows no user namespaces. Allow them: sudo sysctl -w user.max_user_namespaces=10000";
  }
  if (readSwitch("/proc/sys/kernel/unprivileged_userns_clone") === "0") {
    return "This system allows user namespaces to root only. Allow them: sudo sysctl -w kernel.unprivileged_userns_clone=1";
  }
  return "Run this to see why: bwrap --unshare-all --ro-bind / / true";
}

const APPARMOR_COMMANDS = [
  "  sudo tee /etc/apparmor.d/bwrap <<'PROFILE'",
  "abi <abi/4.0>,",
  "include <tunables/global>",
  "profile bwrap /usr/bin/bwrap flags=(unconfined) {",
  "  userns,",
  "  include if exists <local/bwrap>",
  "}",
  "PROFILE",
  "  sudo systemctl reload apparmor",
].join("\n");

function readSwitch(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").trim() : undefined;
}
