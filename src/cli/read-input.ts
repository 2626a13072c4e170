import { readFileSync } from "node:fs";
import { CapstanError } from "../base/errors.ts";
import type { JsonValue } from "../base/json.ts";
import type { Io } from "./command.ts";

/** The value of `--input`: JSON, `@file` or `-` for standard input. */
export async function readInput(given: string, io: Io): Promise<JsonValue> {
  const text = await readText(given, io);
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CapstanError("JSON_INVALID", `--input is not valid JSON: ${reason}`);
  }
}

async function readText(given: string, io: Io): Promise<string> {
  if (given === "-") return io.readStdin();
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(given.slice(1), "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CapstanError(
      "REQUEST_INVALID",
      `--input: the file "${given.slice(1)}" cannot be read: ${reason}`,
    );
  }
}
