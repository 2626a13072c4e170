import type { AnswerOf } from "../../http/client/route.ts";
import type { Client } from "../client.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** The server gives each canary ten seconds, and all of them a minute and a half. */
const DEADLINE_MS = 105_000;

export type SandboxReport = AnswerOf<"POST /v1/sandbox/check">;

export async function askSandbox(client: Client): Promise<SandboxReport> {
  return (await client.request("POST /v1/sandbox/check", { deadlineMs: DEADLINE_MS })).body;
}

export async function checkSandbox(client: Client): Promise<Check[]> {
  const { enforcement, problem, bounds, canaries } = await askSandbox(client);
  const limits = bounds.map(({ name, held_by, message }) =>
    held_by === "nothing" ? warn(`limit: ${name}`, message) : ok(`limit: ${name}`, message),
  );
  if (problem) {
    const { message, command } = problem;
    return [{ ...warn("sandbox", message), ...(command !== null && { command }) }, ...limits];
  }
  return [
    ok("sandbox", `programs are isolated by ${enforcement}`),
    ...limits,
    ...canaries.map(({ name, held, message }) =>
      held
        ? ok(`sandbox: ${name}`, message)
        : fail(`sandbox: ${name}`, `${message} Run no programs of others on this machine.`),
    ),
  ];
}
