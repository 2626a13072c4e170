const EVERYONE = ["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ"];
const NETWORK = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/** Variables that a program of this machine is given beside those that every program has. */
const GIVEN = {
  desktop: ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "BROWSER", "XDG_*"],
  installer: ["TERM", "USER", ...NETWORK],
} as const;

/**
 * The environment of a program that Capstan starts on this machine, made from nothing: the keys of
 * the server are not in it.
 */
export function hostEnvironment(
  program: keyof typeof GIVEN,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const allowed: readonly string[] = [...EVERYONE, ...GIVEN[program]];
  const isAllowed = (name: string) =>
    allowed.some((it) => (it.endsWith("*") ? name.startsWith(it.slice(0, -1)) : name === it));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && isAllowed(name.toUpperCase()) ? [[name, value]] : [],
    ),
  );
}
