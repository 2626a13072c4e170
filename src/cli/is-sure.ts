import type { CommandContext } from "./command.ts";
import { tell } from "./tell.ts";
import { visible } from "./visible.ts";

/** Asks a person who sits at a terminal; a script has said what it wants. */
export async function isSure({ io, json }: CommandContext, question: string): Promise<boolean> {
  if (json || !io.isTyped || !io.isTty) return true;
  try {
    const typed = await io.ask(visible(question), { fresh: true });
    const yes = typeof typed !== "string" && /^y(es)?$/i.test(typed.line.trim());
    if (!yes) tell(io, "Nothing was done.");
    return yes;
  } finally {
    await io.close();
  }
}
