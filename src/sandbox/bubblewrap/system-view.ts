import { existsSync, lstatSync, readlinkSync } from "node:fs";

/** How a box begins: the system's programs and libraries, read-only, and nothing of anyone's data. */
export type SystemView = {
  /** Paths of the host that are at the same place in every box. */
  readonly shared: readonly string[];
  /** `[text of the link, path]`, such as `["usr/bin", "/bin"]`. */
  readonly links: readonly (readonly [string, string])[];
  /** Small files with our own text. */
  readonly written: ReadonlyMap<string, string>;
};

const PROGRAMS = ["/usr"];
/** On a merged system these are links into /usr, on others folders of their own. */
const ROOT_FOLDERS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/** What programs read to start, to know the time, and to trust certificates. */
const SHARED_SETTINGS = [
  "/etc/alternatives",
  "/etc/ca-certificates",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/pki",
  "/etc/protocols",
  "/etc/services",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
];

/** Read once: a box costs milliseconds, and these do not move while we run. */
export function readSystemView(): SystemView {
  const present = ROOT_FOLDERS.filter((path) => existsSync(path));
  const links = present.filter((path) => lstatSync(path).isSymbolicLink());
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  return {
    shared: [
      ...PROGRAMS,
      ...present.filter((path) => !links.includes(path)),
      ...SHARED_SETTINGS.filter((path) => existsSync(path)),
    ],
    links: links.map((path) => [readlinkSync(path), path] as const),
    written: new Map([
      // The host's own lists would name its people.
      ["/etc/passwd", `user:x:${uid}:${gid}:user:${HOME_TARGET}:/bin/sh\n`],
      ["/etc/group", `user:x:${gid}:\n`],
      ["/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n"],
      ["/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n"],
    ]),
  };
}

/** Private to each process, empty, and gone with it. */
export const HOME_TARGET = "/home/user";
