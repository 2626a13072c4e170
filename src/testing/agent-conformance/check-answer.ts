import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { isRaw } from "../../base/plain-failure.ts";

const STATUSES = ["success", "error", "confirmation_required"];
const COUNTS = ["files_affected", "bytes_affected", "duration_ms"];

/** What an answer breaks of the contract, whatever was asked; nothing where it keeps it. */
export function answerProblems(answer: JsonValue): string[] {
  if (!isJsonObject(answer)) return ["It answered no object."];
  const { status, metadata } = answer;
  if (typeof status !== "string" || !STATUSES.includes(status)) {
    return [`Its "status" is ${JSON.stringify(status)}: none of ${STATUSES.join(", ")}.`];
  }
  return [
    ...metadataProblems(metadata),
    ...(status === "success" ? textProblems(answer, "action_performed") : []),
    ...(status === "confirmation_required" ? textProblems(answer, "confirmation_prompt") : []),
    ...(status === "error" ? errorProblems(answer.error) : []),
  ];
}

function metadataProblems(metadata: JsonValue | undefined): string[] {
  if (!isJsonObject(metadata)) return ['It has no "metadata".'];
  const isCount = (value: JsonValue | undefined) => typeof value === "number" && value >= 0;
  return [
    ...COUNTS.filter((key) => !isCount(metadata[key])).map(
      (key) => `"metadata.${key}" is no number.`,
    ),
    ...(Array.isArray(metadata.paths_accessed) ? [] : ['"metadata.paths_accessed" is no list.']),
  ];
}

function textProblems(answer: JsonObject, field: string): string[] {
  const text = answer[field];
  if (typeof text !== "string" || text.trim() === "") return [`"${field}" says nothing.`];
  return rawIn(text, field);
}

function errorProblems(error: JsonValue | undefined): string[] {
  if (!isJsonObject(error)) return ['It has no "error" with a code and a message.'];
  const { code, message } = error;
  return [
    ...(typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)
      ? []
      : ['"error.code" is no code such as FILE_NOT_FOUND.']),
    ...(typeof message === "string" && message.trim() !== ""
      ? rawIn(message, "error.message")
      : ['"error.message" says nothing.']),
  ];
}

function rawIn(text: string, field: string): string[] {
  if (!isRaw(text)) return [];
  return [`"${field}" is a program's own text, and not for a person: ${text.slice(0, 200)}`];
}

export function codeOf(answer: JsonValue): string | undefined {
  const error = isJsonObject(answer) ? answer.error : undefined;
  return isJsonObject(error) && typeof error.code === "string" ? error.code : undefined;
}
