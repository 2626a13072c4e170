import {
  EVERYONE,
  HOST_PROGRAMS,
  type HostProgram,
  type HostProgramName,
} from "./host-programs.ts";

/**
 * The environment of a program that Capstan starts on this machine, made from nothing: the keys of
 * the server are not in it.
 */
export function hostEnvironment(
  name: HostProgramName,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const program: HostProgram = HOST_PROGRAMS[name];
  const allowed = [...EVERYONE, ...program.env];
  const isAllowed = (variable: string) =>
    allowed.some((it) =>
      it.endsWith("*") ? variable.startsWith(it.slice(0, -1)) : variable === it,
    );
  const given = Object.entries(env).flatMap(([variable, value]) =>
    value !== undefined && isAllowed(variable.toUpperCase()) ? [[variable, value]] : [],
  );
  return { ...Object.fromEntries(given), ...program.set };
}
