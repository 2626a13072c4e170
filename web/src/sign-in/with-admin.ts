import { ProblemError } from "../api/problem-error.ts";

/** Sends a request as the person who is signed in, and once more as an admin where that is missing. */
export async function withAdmin<T>(
  send: (token?: string) => Promise<T>,
  askAdmin: (why: string) => Promise<string>,
): Promise<T> {
  return send().catch(async (error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== "SCOPE_MISSING") throw error;
    return send(await askAdmin(error.message));
  });
}
