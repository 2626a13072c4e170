import { describe, expect, test } from "vitest";
import { explainMissing, missingText, type SystemFacts } from "./missing-sandbox.ts";

const LINUX: SystemFacts = {
  platform: "linux",
  processor: "x64",
  isRoot: false,
  osRelease: 'NAME="Debian GNU/Linux"\nID=debian\n',
  isContainer: false,
  switches: new Map(),
};
const APPARMOR = new Map([["kernel/apparmor_restrict_unprivileged_userns", "1"]]);

describe("without bubblewrap, the one command of a system is named:", () => {
  test.each([
    ["Debian", "ID=debian", "sudo apt-get install -y bubblewrap"],
    [
      "Ubuntu",
      'ID=ubuntu\nVERSION_ID="24.04"\nID_LIKE=debian',
      "sudo apt-get install -y bubblewrap",
    ],
    [
      "Mint, by what it is like",
      'ID=linuxmint\nID_LIKE="ubuntu debian"',
      "sudo apt-get install -y bubblewrap",
    ],
    ["Fedora", "ID=fedora", "sudo dnf install -y bubblewrap"],
    ["Rocky", 'ID="rocky"\nID_LIKE="rhel centos fedora"', "sudo dnf install -y bubblewrap"],
    ["Arch", "ID=arch", "sudo pacman -S --noconfirm bubblewrap"],
    ["Alpine", "ID=alpine", "sudo apk add bubblewrap util-linux-misc"],
    [
      "openSUSE",
      'ID="opensuse-leap"\nID_LIKE="suse opensuse"',
      "sudo zypper install -y bubblewrap",
    ],
  ])("%s", (_name, osRelease, command) => {
    const missing = explainMissing("not_installed", { ...LINUX, osRelease });
    expect(missing).toMatchObject({ reason: "not_installed", command, argv: command.split(" ") });
    expect(missingText(missing)).toBe(
      `bubblewrap is not installed, so programs of others are not run. Install it: ${command}`,
    );
  });

  test("root needs no sudo", () => {
    const { argv } = explainMissing("not_installed", { ...LINUX, isRoot: true });
    expect(argv).toEqual(["apt-get", "install", "-y", "bubblewrap"]);
  });

  test("no command is made up for a system that is not known", () => {
    const missing = explainMissing("not_installed", { ...LINUX, osRelease: "" });
    expect(missing).toMatchObject({ command: null, argv: null });
    expect(missingText(missing)).toContain('Install the package "bubblewrap" of this system.');
  });
});

describe("where bubblewrap cannot make a box:", () => {
  const refused = (facts: Partial<SystemFacts>) =>
    explainMissing("refused", { ...LINUX, ...facts }, "bwrap: No permissions\n");

  test("Ubuntu 24.04 needs an AppArmor profile, which is printed whole", () => {
    const missing = refused({ osRelease: "ID=ubuntu", switches: APPARMOR });
    expect(missing.argv).toBeNull();
    expect(missingText(missing)).toBe(
      [
        'bubblewrap is installed and cannot make a sandbox ("bwrap: No permissions"), so programs of others are not run. This system (as Ubuntu since 24.04) lets only programs with an AppArmor profile make user namespaces. Give bubblewrap one:',
        "sudo tee /etc/apparmor.d/bwrap <<'PROFILE'",
        "abi <abi/4.0>,",
        "include <tunables/global>",
        "profile bwrap /usr/bin/bwrap flags=(unconfined) {",
        "  userns,",
        "  include if exists <local/bwrap>",
        "}",
        "PROFILE",
        "sudo systemctl reload apparmor",
      ].join("\n"),
    );
  });

  test("a container is started with another seccomp setting, whatever its host is", () => {
    const { command, argv } = refused({ isContainer: true, switches: APPARMOR });
    expect(command).toBe(
      "docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined …",
    );
    expect(argv).toBeNull();
  });

  test.each([
    ["user/max_user_namespaces", "0", "user.max_user_namespaces=10000"],
    ["kernel/unprivileged_userns_clone", "0", "kernel.unprivileged_userns_clone=1"],
  ])("the switch %s is named", (path, value, setting) => {
    const { argv } = refused({ switches: new Map([[path, value]]) });
    expect(argv).toEqual(["sudo", "sysctl", "-w", setting]);
  });

  test("a reason that is not known can be looked for", () => {
    expect(refused({})).toMatchObject({
      command: "bwrap --unshare-all --ro-bind / / true",
      argv: null,
    });
  });
});

test.each([
  ["macOS", { platform: "darwin", processor: "arm64" }],
  ["Windows", { platform: "win32" }],
  ["another processor", { processor: "riscv64" }],
])("%s has no bubblewrap, and no command is named", (_name, facts) => {
  const missing = explainMissing("not_installed", { ...LINUX, ...facts });
  expect(missing).toMatchObject({ reason: "platform", command: null, argv: null });
  expect(missing.message).toContain("Linux on x64 and arm64 only");
});
