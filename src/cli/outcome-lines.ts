import { resultNotes } from "../base/shown-call.ts";
import type { Outcome } from "../http/client/wire.ts";
import { block } from "./block.ts";
import type { Client } from "./client.ts";
import { commandLines, isCommandOutput } from "./command-output.ts";
import type { Line } from "./line.ts";
import { saidHere } from "./said-here.ts";
import { shorten } from "./shorten.ts";
import { waitLines } from "./wait-lines.ts";

const OUTPUT_LENGTH = 20_000;
const NOTE_LENGTH = 600;

/** What was called, where the command that goes on with it is `tools call`, and in which session. */
type Called = {
  readonly toolId?: string | undefined;
  readonly sessionId?: string | null | undefined;
};

export async function outcomeLines(
  outcome: Outcome,
  { toolId, sessionId }: Called,
  client: Client,
): Promise<Line[]> {
  const { state, error, input_request: request, resume_token: token } = outcome;
  if (state === "paused") return [`Paused: ${request?.reason || "it goes on when you say so."}`];
  if (state === "delegating") {
    const target = outcome.delegation?.target ?? "another skill";
    return [`Handed over to ${target}. It goes on by itself when that has ended.`];
  }
  if (request) {
    const call = token && toolId ? { toolId, token } : undefined;
    return waitLines(request, { sessionId, call }, client);
  }
  const notes = resultNotes(outcome).map((note) => shorten(note, NOTE_LENGTH));
  const lines = [...notes, ...outputLines(outcome.outputs), ...artifactLines(outcome)];
  if (state === "completed") return lines;
  const verification = state === "blocked" ? "Denied" : `Not completed (${state})`;
  return [
    ...lines,
    error ? `${verification}: ${saidHere(error.message)} [${error.code}]` : `${verification}.`,
  ];
}

/** A text is indented as foreign; JSON needs no margin, its strings cannot break a line. */
function outputLines(outputs: unknown): Line[] {
  if (outputs === undefined) return [];
  if (isCommandOutput(outputs)) return commandLines(outputs, OUTPUT_LENGTH);
  if (typeof outputs === "string") return block(outputs, OUTPUT_LENGTH);
  return shorten(JSON.stringify(outputs, null, 2), OUTPUT_LENGTH).split("\n");
}

function artifactLines({ artifacts = [] }: Outcome): string[] {
  return artifacts.map(({ path, size_bytes: size }) =>
    size === undefined ? `Made ${path}` : `Made ${path} (${size} bytes)`,
  );
}
