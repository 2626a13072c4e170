import { isSteady } from "../is-steady.ts";

export type WarmUp = { readonly turns: number; readonly steady: boolean };

const ROUND = 100;
/** With fewer, a pause of the compiler looks like its end. */
const COMPARED = 10;

/**
 * Until a turn takes no less processor time than before: compiling takes more turns where more code
 * runs in each, so that no number of turns would be the same for all contenders.
 */
export async function warmUntilSteady(
  say: (turns: number) => Promise<void>,
  mostTurns: number,
): Promise<WarmUp> {
  const cpus: number[] = [];
  while (!isSteady(cpus, COMPARED) && cpus.length * ROUND < mostTurns) {
    const before = process.cpuUsage();
    await say(ROUND);
    const { user, system } = process.cpuUsage(before);
    cpus.push(user + system);
  }
  return { turns: cpus.length * ROUND, steady: isSteady(cpus, COMPARED) };
}
