import { keepAdmin } from "../api/admin-token.ts";
import { ProblemError } from "../api/problem-error.ts";
import { request } from "../api/request.ts";
import { keepSignIn } from "../api/token.ts";

/** A one-time code for a token of this browser. */
export async function signInWithCode(code: string): Promise<void> {
  const { admin, ...signedIn } = await request("POST /v1/sign-in", { body: { code }, token: "" });
  keepSignIn(signedIn);
  keepAdmin(admin);
}

/** What someone pasted: a code, a whole link, or a key. Only the server can tell a code from a key. */
export async function signInWithText(text: string): Promise<void> {
  const wanted = /[#&]code=([^&\s]+)/.exec(text)?.[1] ?? text.trim();
  try {
    await signInWithCode(wanted);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 0) throw error;
    await signInWithKey(wanted);
  }
}

/** The key itself is not kept: it is exchanged for a token that expires. */
async function signInWithKey(key: string): Promise<void> {
  const made = request("POST /v1/sign-in/codes", { token: key });
  const { code } = await made.catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.status !== 401) throw error;
    const message = "This is neither a code that is still good nor a key of this server.";
    throw new ProblemError(401, error.code, message);
  });
  await signInWithCode(code);
}
