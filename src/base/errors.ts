type ErrorEntry = {
  readonly status: number;
  readonly retryable: boolean;
  /** One sentence for docs/errors.md: when a caller meets this code. */
  readonly when: string;
  /** A mistake of the model: it gets the error as the tool's result and may try again (X9). */
  readonly toldToModel?: true;
};

/** Every failure a caller may branch on. The code is public API: add freely, never rename. */
export const ERROR_CODES = {
  JSON_INVALID: { status: 400, retryable: false, when: "The body is not valid JSON." },
  HTTP_INVALID: {
    status: 400,
    retryable: false,
    when: "The request itself is broken: no Host, a malformed path, not HTTP at all.",
  },
  UNAUTHENTICATED: { status: 401, retryable: false, when: "The key is missing or unknown." },
  SCOPE_MISSING: {
    status: 403,
    retryable: false,
    when: "The key lacks the scope that this needs.",
  },
  HOST_FOREIGN: { status: 403, retryable: false, when: "The Host header names another machine." },
  ORIGIN_FOREIGN: { status: 403, retryable: false, when: "A web page of another origin called." },
  PROFILE_TOO_LOOSE: {
    status: 403,
    retryable: false,
    when: "A session asked for a looser profile than the owner's without an admin.",
  },
  APPROVER_REFUSED: {
    status: 403,
    retryable: false,
    when: "Policy does not let this person approve this call, for example their own.",
  },
  GRANT_REFUSED: {
    status: 403,
    retryable: false,
    when: "An answer cannot be remembered like this, for example under the profile strict.",
  },
  SECRET_NOT_ALLOWED: {
    status: 403,
    retryable: false,
    when: "A tool's input refers to a secret that is not meant for this tool.",
  },
  ROUTE_NOT_FOUND: { status: 404, retryable: false, when: "No such path or method." },
  TOOL_NOT_FOUND: {
    status: 404,
    retryable: false,
    when: "No tool has this id.",
    toldToModel: true,
  },
  CAPABILITY_NOT_FOUND: { status: 404, retryable: false, when: "No capability has this id." },
  AGENT_NOT_FOUND: { status: 404, retryable: false, when: "No agent has this id." },
  SESSION_NOT_FOUND: { status: 404, retryable: false, when: "No session has this id." },
  INTENT_NOT_FOUND: { status: 404, retryable: false, when: "No intent has this id." },
  APPROVAL_NOT_FOUND: { status: 404, retryable: false, when: "No approval has this id." },
  GRANT_NOT_FOUND: { status: 404, retryable: false, when: "No remembered answer has this id." },
  MCP_SERVER_NOT_FOUND: { status: 404, retryable: false, when: "No MCP server has this id." },
  PRINCIPAL_NOT_FOUND: { status: 404, retryable: false, when: "No principal has this id." },
  PRINCIPAL_DISABLED: {
    status: 403,
    retryable: false,
    when: "The principal is disabled: an admin can enable them again.",
  },
  TOKEN_NOT_FOUND: { status: 404, retryable: false, when: "No key has this id." },
  SECRET_NOT_FOUND: { status: 404, retryable: false, when: "No secret has this name." },
  CONTEXT_NOT_FOUND: { status: 404, retryable: false, when: "No context has this id." },
  CONTEXT_WAITS: {
    status: 409,
    retryable: true,
    when: "A context has handed over to another skill, and goes on when that has ended.",
    toldToModel: true,
  },
  DELEGATION_REFUSED: {
    status: 422,
    retryable: false,
    when: "A skill hands over to one that is not there, too deep, or in a circle.",
  },
  PATH_INVALID: {
    status: 422,
    retryable: false,
    when: "A path of a session's file system is not one, or leads to something else.",
  },
  FILE_TOO_LARGE: { status: 413, retryable: false, when: "A file or a session is over its limit." },
  CHANGES_TOO_LARGE: {
    status: 413,
    retryable: false,
    when: "A program changed more of an opened folder than can be measured, or an undo names too many change sets: nothing was applied.",
  },
  FILE_NOT_FOUND: { status: 404, retryable: false, when: "The session has no file at this path." },
  PATH_NOT_GRANTED: {
    status: 403,
    retryable: false,
    when: "A call names a path that its capability has no access to, and access was not given.",
  },
  PATH_DENIED: {
    status: 403,
    retryable: false,
    when: "A call names a path that no capability may touch, or leaves a protected name behind.",
  },
  HOST_NOT_GRANTED: {
    status: 403,
    retryable: false,
    when: "A call names a host that its capability has no access to, and access was not given.",
  },
  ROOT_INVALID: {
    status: 422,
    retryable: false,
    when: "A folder cannot be opened: it is none, it is a home folder or Capstan's own, or too wide.",
  },
  HOST_INVALID: {
    status: 422,
    retryable: false,
    when: "A host cannot be opened: it is written neither as host nor as host:port.",
  },
  PROCESS_GONE: {
    status: 409,
    retryable: false,
    when: "A process to be ended has ended, or its number is another one's now.",
  },
  ROOT_CHANGED: {
    status: 409,
    retryable: false,
    when: "An opened folder was replaced or is a link now: open it again.",
  },
  RECORD_NOT_FOUND: {
    status: 404,
    retryable: false,
    when: "The audit has no record of this call.",
  },
  RECORD_ERASED: {
    status: 410,
    retryable: false,
    when: "The records of this call were erased with its session. `audit verify` still checks the log.",
  },
  SPEC_MISSING: { status: 409, retryable: false, when: "The session has no spec to freeze." },
  STATE_CONFLICT: {
    status: 409,
    retryable: true,
    when: "Something changed meanwhile (stale version or resume token): read again, then retry.",
  },
  MODEL_NOT_ALLOWED: {
    status: 422,
    retryable: false,
    when: "An agent names a model that the owner's settings do not list.",
  },
  PRESENCE_REFUSED: {
    status: 403,
    retryable: false,
    when: "A proof of presence was asked for from elsewhere, by another key than the owner's, or with a wrong code.",
  },
  PRESENCE_NOT_FOUND: {
    status: 404,
    retryable: false,
    when: "No proof of presence with this id waits for a code: it was used, or is older than two minutes.",
  },
  PRESENCE_THROTTLED: {
    status: 429,
    retryable: true,
    when: "Too many proofs of presence were asked for: wait two minutes, then retry.",
  },
  TERMINAL_INVALID: {
    status: 422,
    retryable: false,
    when: "A path names no terminal of the server's own user, or nothing can be written to it now.",
  },
  MODEL_REFUSED: {
    status: 422,
    retryable: false,
    when: "A model that is to be connected did not answer; the message has the reason, and nothing was stored.",
  },
  MESSAGE_ID_REUSED: {
    status: 409,
    retryable: false,
    when: "A message id was sent again with another tool, input or text.",
  },
  APPROVAL_NOT_PENDING: {
    status: 409,
    retryable: false,
    when: "The approval was denied, expired or withdrawn and can no longer be run.",
  },
  BODY_TOO_LARGE: { status: 413, retryable: false, when: "The body is over the size limit." },
  HEADERS_TOO_LARGE: {
    status: 431,
    retryable: false,
    when: "The path or the headers are longer than the server reads.",
  },
  REQUEST_INVALID: {
    status: 422,
    retryable: false,
    when: "A field of the request is missing or wrong; the message names it.",
  },
  INPUT_INVALID: {
    status: 422,
    retryable: false,
    when: "The input does not match the tool's JSON Schema; the message names the field.",
    toldToModel: true,
  },
  CAPABILITY_UNKNOWN: {
    status: 422,
    retryable: false,
    when: "A request names a capability that the catalog does not have.",
  },
  CAPABILITY_CYCLE: {
    status: 422,
    retryable: false,
    when: "Capabilities need each other in a circle; it is named.",
  },
  CAPABILITY_INVALID: {
    status: 422,
    retryable: false,
    when: "A capability of one's own is not well formed; the field is named.",
  },
  MCP_SERVER_INVALID: {
    status: 422,
    retryable: false,
    when: "The settings of an MCP server are not well formed, or give access that is never allowed.",
  },
  CAPABILITY_IN_USE: {
    status: 409,
    retryable: false,
    when: "Agents have the capability that is to be removed; they are named.",
  },
  VERSION_TOO_LOW: {
    status: 422,
    retryable: false,
    when: "The change needs a higher version than the one given.",
  },
  CONFIG_INVALID: {
    status: 422,
    retryable: false,
    when: "An agent's configuration of a capability, or an alias, is wrong; it is named.",
  },
  ADD_UNKNOWN: {
    status: 422,
    retryable: false,
    when: "Nothing that can be added is there; the message says what can be.",
  },
  ADD_AMBIGUOUS: {
    status: 422,
    retryable: false,
    when: "Several things could be meant; the message says how to name one.",
  },
  BUNDLE_INVALID: {
    status: 422,
    retryable: false,
    when: "A folder or a zip cannot be taken in; the message says what to change.",
  },
  BUNDLE_CHANGED: {
    status: 409,
    retryable: true,
    when: "A folder was changed while it was read: wait until that has ended, then retry.",
  },
  HUB_INVALID: {
    status: 422,
    retryable: false,
    when: "What a hub, a registry or a repository answered cannot be used; the message says why.",
  },
  HUB_SIGNATURE_WRONG: {
    status: 422,
    retryable: false,
    when: "An index or a version of a hub is not signed by the one who must have signed it.",
  },
  HUB_KEY_CHANGED: {
    status: 409,
    retryable: false,
    when: "A hub or a publisher has another key than the pinned one, and the old one does not say so.",
  },
  HUB_ROLLED_BACK: {
    status: 409,
    retryable: false,
    when: "A hub shows an older index than it has shown before.",
  },
  HUB_EXPIRED: {
    status: 409,
    retryable: false,
    when: "The signature of a hub's index has expired: newer ones are held back, or the hub is abandoned.",
  },
  HUB_DIGEST_WRONG: {
    status: 422,
    retryable: false,
    when: "A download from a hub does not match its digest: it was changed on the way.",
  },
  HUB_ENTRY_NOT_FOUND: {
    status: 404,
    retryable: false,
    when: "The hub has no entry of this name, or not in this version.",
  },
  HUB_NAME_AMBIGUOUS: {
    status: 409,
    retryable: false,
    when: "More than one publisher has something of this name: say whose is meant.",
  },
  HUB_VERSION_WITHDRAWN: {
    status: 409,
    retryable: false,
    when: "The version was withdrawn; the message has the reason.",
  },
  HUB_NAME_TAKEN: {
    status: 409,
    retryable: false,
    when: "The name is another publisher's in this hub, or there is a hub already.",
  },
  HUB_VERSION_TAKEN: {
    status: 409,
    retryable: false,
    when: "This version was published already, with other content.",
  },
  HUB_BUSY: {
    status: 409,
    retryable: true,
    when: "Another process is publishing into this hub right now.",
  },
  PACK_INVALID: {
    status: 422,
    retryable: false,
    when: "A folder or a zip cannot be taken in as a pack; the message says what to change.",
  },
  EXTENSION_INVALID: {
    status: 422,
    retryable: false,
    when: "A folder or a zip cannot be installed as an extension; the message says what to change.",
  },
  SKILL_INVALID: {
    status: 422,
    retryable: false,
    when: "A folder or a zip cannot be installed as a skill; the message says what to change.",
  },
  SKILL_NOT_FOUND: { status: 404, retryable: false, when: "No skill has this name." },
  AGENT_FOLDER_INVALID: {
    status: 422,
    retryable: false,
    when: "A folder or a zip cannot be installed as a manifest agent; the message says what to change.",
  },
  EXTENSION_NOT_FOUND: { status: 404, retryable: false, when: "No extension has this id." },
  PACK_NOT_FOUND: { status: 404, retryable: false, when: "No pack has this id." },
  PACK_NOT_ATTACHED: {
    status: 422,
    retryable: false,
    when: "A call names a pack that is not attached to its session.",
    toldToModel: true,
  },
  TOOL_NOT_ALLOWED: { status: 403, retryable: false, when: "Denied; no open pack lists the call." },
  TOOLS_JSON_MISSING: {
    status: 404,
    retryable: false,
    when: "A pack has no `tools.json`, and so no tools to enable.",
  },
  TOOLS_JSON_INVALID: {
    status: 422,
    retryable: false,
    when: "The `tools.json` of a pack cannot be used; the message says what to change.",
  },
  BUNDLE_NOT_FOUND: { status: 404, retryable: false, when: "No bundle has this digest." },
  SECRET_UNKNOWN: {
    status: 422,
    retryable: false,
    when: "A setting or an input refers to a secret that does not exist.",
  },
  SECRET_INVALID: {
    status: 422,
    retryable: false,
    when: "The name or the value of a secret is not one that can be kept.",
  },
  QUEUE_FULL: {
    status: 429,
    retryable: true,
    when: "More waits to be done than this server takes on.",
  },
  QUOTA_EXCEEDED: {
    status: 429,
    retryable: true,
    when: "The actor has used up a quota of this tool: wait, then retry.",
  },
  APPROVALS_THROTTLED: {
    status: 429,
    retryable: true,
    when: "Too many questions in a minute: people would stop reading them.",
  },
  PREVIEW_UNSTABLE: {
    status: 403,
    retryable: true,
    when: "The dry run gave a different result each time, so the call cannot be approved.",
  },
  POLICY_DENIED: { status: 403, retryable: false, when: "Policy forbids this call." },
  VETOED: { status: 403, retryable: false, when: "A capability of the agent refused this call." },
  APPROVAL_DENIED: {
    status: 403,
    retryable: false,
    when: "A person denied this call, or a client declined it by its own settings.",
  },
  APPROVAL_EXPIRED: {
    status: 403,
    retryable: false,
    when: "The approval expired before it was answered.",
  },
  APPROVAL_WITHDRAWN: {
    status: 403,
    retryable: false,
    when: "A new message replaced the question, or its turn was cancelled, before it was answered.",
  },
  DRY_RUN_UNSUPPORTED: {
    status: 403,
    retryable: false,
    when: "A dry run or planning mode met a tool that has effects and no dry run.",
  },
  FOLDER_REFUSED: {
    status: 422,
    retryable: false,
    when: "A folder that was found at the start could not be installed; the text says why.",
  },
  ARTIFACTS_MISSING: {
    status: 500,
    retryable: false,
    when: "A skill said that it completed, and has not left the files that its contract promises.",
  },
  ADVISOR_REFUSED: {
    status: 500,
    retryable: false,
    when: "A skill that only works with a model's advice got none: no model here can advise, or its budget is spent.",
  },
  TURN_LIMIT_REACHED: {
    status: 500,
    retryable: false,
    when: "A skill has had all the turns that its contract gives it: a person has to look at it.",
  },
  FIX_LIMIT_REACHED: {
    status: 500,
    retryable: false,
    when: "A skill has tried to fix something as often as its contract allows: a person has to look at it.",
  },
  STATE_NOT_ALLOWED: {
    status: 500,
    retryable: false,
    when: "The tool answered with a state that its contract does not allow.",
  },
  OUTPUT_INVALID: {
    status: 500,
    retryable: false,
    when: "The tool's output is not JSON, too large, or does not match its schema.",
  },
  TOOL_FAILED: { status: 500, retryable: false, when: "The tool itself reported a failure." },
  TOOL_TIMED_OUT: { status: 504, retryable: true, when: "The tool did not finish in time." },
  START_TOO_LATE: {
    status: 503,
    retryable: true,
    when: "The process woke up after the time by which the effect had to start: nothing ran.",
  },
  NOT_RUN: {
    status: 409,
    retryable: true,
    when: "A person confirmed that an interrupted call had not run.",
  },
  CANCELLED: { status: 409, retryable: false, when: "A person cancelled this." },
  STEP_LIMIT_REACHED: {
    status: 409,
    retryable: false,
    when: "The turn used all its steps; a person has to look.",
  },
  TURN_POISONED: {
    status: 500,
    retryable: false,
    when: "Several processes died one after the other while they worked on this turn, and none stored a step.",
  },
  URL_INVALID: { status: 422, retryable: false, when: "The address is not an http or https URL." },
  HOST_REFUSED: {
    status: 403,
    retryable: false,
    when: "The address is private, or a redirect leads somewhere that may not be reached.",
  },
  WEB_TIMED_OUT: { status: 504, retryable: true, when: "The other server did not answer in time." },
  WEB_FAILED: { status: 502, retryable: true, when: "The other server could not be reached." },
  TOKEN_LIMIT_REACHED: {
    status: 429,
    retryable: false,
    when: "The session has used all of its tokens.",
  },
  COST_LIMIT_REACHED: {
    status: 429,
    retryable: false,
    when: "The session has cost as much as it may.",
  },
  MODEL_FAILED: { status: 502, retryable: true, when: "The model did not answer." },
  MODEL_SILENT: {
    status: 504,
    retryable: true,
    when: "The model sent nothing for as long as `limits.model_silence_s` allows.",
  },
  SCRIPT_UNMET: {
    status: 500,
    retryable: false,
    when: "An expectation in a scripted model's file did not hold.",
  },
  HALTED: {
    status: 503,
    retryable: true,
    when: "A person has stopped everything: nothing new starts until an admin resumes.",
  },
  DEPENDENCY_MISSING: {
    status: 422,
    retryable: false,
    when: "Code needs a package, a program or a model that is not here; the message names it.",
  },
  PROGRAM_MISSING: {
    status: 422,
    retryable: false,
    when: "A program that a tool needs is not on this machine.",
  },
  SANDBOX_MISSING: {
    status: 503,
    retryable: false,
    when: "Nothing on this machine can isolate the program; the message has the command that helps.",
  },
  SANDBOX_FAILED: {
    status: 500,
    retryable: false,
    when: "The isolation for a program could not be set up, and the program did not run.",
  },
  POLICY_INVALID: {
    status: 422,
    retryable: false,
    when: "A policy does not parse or does not fit the schema; file and line are named.",
  },
  SEAL_BROKEN: {
    status: 500,
    retryable: false,
    when: "Sealed data does not open: it was changed, or the home's key is another one.",
  },
  BACKUP_UNSUPPORTED: {
    status: 409,
    retryable: false,
    when: "The database is backed up by its own means.",
  },
  SETTINGS_INVALID: { status: 500, retryable: false, when: "A setting is wrong; it is named." },
  HOME_OWNED: { status: 503, retryable: true, when: "Another process owns this home." },
  SERVER_UNREACHABLE: { status: 503, retryable: true, when: "No server answers at this address." },
  STORE_CORRUPT: { status: 500, retryable: false, when: "A stored row does not match its schema." },
  OUTCOME_UNKNOWN: {
    status: 409,
    retryable: false,
    when: "A call was cut short, and a person has to say whether it has run.",
  },
  SOURCE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    when: "The tool's source cannot be reached now; an approval of the call stays good.",
  },
  WORKSPACE_BUSY: {
    status: 503,
    retryable: true,
    when: "Another call of the session still works on its files; nothing was started.",
  },
  TOOL_CHANGED: {
    status: 409,
    retryable: true,
    when: "The tool, or its server, is another than the one that was judged: nothing ran.",
  },
  STORE_UNAVAILABLE: { status: 503, retryable: true, when: "The database did not answer." },
  INTERNAL: { status: 500, retryable: false, when: "A defect in Capstan; the log has the cause." },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;

type CapstanErrorOptions = { cause?: unknown; details?: Record<string, unknown> };

export class CapstanError extends Error {
  override readonly name = "CapstanError";
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, options: CapstanErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get toldToModel(): boolean {
    const entry: ErrorEntry = ERROR_CODES[this.code];
    return entry.toldToModel === true;
  }

  /** What may leave the process: no stack, no cause. */
  toJSON() {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...(this.details && { details: this.details }),
    };
  }
}

export function isHalt(error: unknown): boolean {
  return error instanceof CapstanError && error.code === "HALTED";
}

export function isConflict(error: unknown): boolean {
  return error instanceof CapstanError && error.code === "STATE_CONFLICT";
}
