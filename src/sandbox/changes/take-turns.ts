import { setImmediate as nextTurn } from "node:timers/promises";

/** So many entries are worked on before other work has its turn. */
const AT_ONCE = 200;

/** Called once for each entry of a long list. */
export function takeTurns(): () => Promise<void> | undefined {
  let seen = 0;
  return () => {
    seen += 1;
    return seen % AT_ONCE === 0 ? nextTurn() : undefined;
  };
}
