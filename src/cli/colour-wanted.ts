import type { Io } from "./command.ts";

/** By https://force-color.org and https://no-color.org; otherwise for a terminal that has colours. */
export function colourWanted(env: Io["env"], isTty: boolean): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = env;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  if (refused) return false;
  return isTty && terminal !== "dumb";
}
