import { CapstanError } from "../../base/errors.ts";
import type { HubLock } from "../../http/client/wire.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { readNamedBytes } from "../read-file.ts";
import { withSteps } from "../with-steps.ts";

const DEADLINE_MS = 5 * 60_000;

export const hubVerify: Run = async (args, context) => {
  const file = args.get("lock");
  const client = await context.client();
  const body = file === undefined ? {} : { lock: readLock(file) };
  const work = client.request("POST /v1/hub/verify", { body, deadlineMs: DEADLINE_MS });
  const answer = await withSteps(context, client, "verify", work);
  await context.print(answer, ({ ok, items }) => [
    ...items.map(({ state, says }) => `${state.padEnd(10)}  ${says}`),
    verdict(ok, items.length),
  ]);
  return answer.body.ok ? EXIT.done : EXIT.failed;
};

function verdict(ok: boolean, items: number): string {
  if (items === 0) return "Nothing is installed, and nothing is in the lock.";
  return ok
    ? "Everything that is installed is what the lock says."
    : 'Not everything is "same". Install what is wrong anew, or remove it.';
}

/** Whether it is a lock, the server says. */
function readLock(file: string): HubLock {
  try {
    return JSON.parse(new TextDecoder().decode(readNamedBytes(file)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CapstanError("JSON_INVALID", `${file} is not valid JSON.`);
  }
}
