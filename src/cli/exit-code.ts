import type { TaskState } from "../http/client/wire.ts";

/** Public: scripts branch on these. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2, waits: 3, denied: 4 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_STATE: Record<TaskState, ExitCode> = {
  pending: EXIT.done,
  in_progress: EXIT.done,
  delegating: EXIT.waits,
  completed: EXIT.done,
  failed: EXIT.failed,
  timeout: EXIT.failed,
  escalated: EXIT.failed,
  input_required: EXIT.waits,
  paused: EXIT.waits,
  blocked: EXIT.denied,
};

/** A state that this version does not know counts as failed: never report an unknown as done. */
export function exitCodeOfState(state: string): ExitCode {
  return Object.hasOwn(BY_STATE, state) ? BY_STATE[state as TaskState] : EXIT.failed;
}

/** The command was typed right: the folder, file, hub or model that it names has faults. */
const FAULTY_CONTENT: ReadonlySet<string> = new Set([
  ...["BUNDLE_INVALID", "PACK_INVALID", "TOOLS_JSON_INVALID", "EXTENSION_INVALID"],
  ...["SKILL_INVALID", "AGENT_FOLDER_INVALID", "CAPABILITY_INVALID", "CAPABILITY_CYCLE"],
  ...["HUB_INVALID", "HUB_SIGNATURE_WRONG", "HUB_DIGEST_WRONG", "VERSION_TOO_LOW"],
  ...["POLICY_INVALID", "DEPENDENCY_MISSING", "PROGRAM_MISSING", "DELEGATION_REFUSED"],
  "MODEL_REFUSED",
]);

/** By the code, and by the HTTP status that the table in base/errors.ts gives it. */
export function exitCodeOfError(code: string, status: number): ExitCode {
  if (FAULTY_CONTENT.has(code)) return EXIT.failed;
  if (status === 400 || status === 422) return EXIT.wrongUsage;
  return status === 403 ? EXIT.denied : EXIT.failed;
}
