import { CapstanError } from "../../../base/errors.ts";
import { isAnswer, isLate, Told } from "./open-connection.ts";

const MAX_TOLD = 500;

/**
 * Why a server could not be connected to, or could not list. The library says it in names of its own
 * classes, and quotes what it could not read.
 */
export function whyUnusable(error: unknown): Error {
  if (error instanceof CapstanError || error instanceof Told) return error;
  return new Told(wordsOf(error), { cause: error });
}

function wordsOf(error: unknown): string {
  const status = statusOf(error);
  if (status === 401 || status === 403) return `It does not let Capstan in: it answered ${status}.`;
  if (status !== undefined) return `It answered ${status} where an MCP server takes messages.`;
  if (isAnswer(error)) return `It answered with an error: ${error.message.slice(0, MAX_TOLD)}`;
  if (isLate(error)) return "It did not answer in time.";
  return "Its answer is not one of an MCP server. Check its address, or what the program prints.";
}

/** The status of an HTTP answer that the library gave up at. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || error.name !== "SdkHttpError") return undefined;
  const { data } = error as { data?: { status?: number } };
  return data?.status;
}
