import type { Client } from "./client.ts";
import type { CommandContext } from "./command.ts";

/** As the owner; again as the admin when the server says that it takes one. */
export async function adminIfNeeded<T>(
  context: CommandContext,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await ask(await context.client());
  } catch (error) {
    const { ProblemError } = await import("./problem-error.ts");
    if (!(error instanceof ProblemError) || error.code !== "SCOPE_MISSING") throw error;
    const { CAPSTAN_ADMIN_KEY } = context.io.env;
    // Nobody to ask and nothing preset: the server's own words are the better answer.
    if (!CAPSTAN_ADMIN_KEY && !context.io.isTty) throw error;
    return ask(await context.admin());
  }
}
