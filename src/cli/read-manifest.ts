import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonObject } from "../base/json.ts";
import { readNamedFile } from "./read-file.ts";

/** A capability that somebody wrote as a file. What is in it, the server checks. */
export function readManifest(file: string): JsonObject {
  const manifest = parse(file, readNamedFile(file));
  if (isJsonObject(manifest)) return manifest;
  throw new CapstanError("REQUEST_INVALID", `${file} must hold one JSON object.`);
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CapstanError("JSON_INVALID", `${file} is not valid JSON: ${reason}`);
  }
}
