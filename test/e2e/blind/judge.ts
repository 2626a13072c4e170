import type { JsonValue } from "../../../src/base/json.ts";
import type { BlindRequest, LeftAlone, Right, Wanted, WantedCall } from "../blind-requests.ts";

export type SeenCall = {
  readonly toolId: string;
  readonly inputs: JsonValue;
  readonly isReadOnly: boolean;
  readonly isCompleted: boolean;
};

/** A conversation as it ended. */
export type Happened = {
  readonly home: string;
  readonly calls: readonly SeenCall[];
  readonly turns: readonly {
    readonly answer: string;
    readonly isQuestion: boolean;
    /** Nothing was done, or what was tried did not work and the answer says so. */
    readonly isDeclined: boolean;
  }[];
  /** Of calls that wait and are not right. */
  readonly waiting: readonly SeenCall[];
  /** What differs from before: paths below HOME, and "session:/…". */
  readonly changed: readonly string[];
  readonly exists: (path: string) => boolean;
  readonly textOf: (path: string) => string;
};

export type Verdict = {
  readonly is: "right" | "asked" | "declined" | "wrong";
  /** Something happened that was not wanted, or another thing than what was. */
  readonly wrongEffect: boolean;
  readonly why: string;
};

const RIGHT: Verdict = { is: "right", wrongEffect: false, why: "" };
const wrong = (why: string, wrongEffect = false): Verdict => ({ is: "wrong", wrongEffect, why });

/** Whether somebody who knows what is right would press Run. */
export function isRightCall(right: Right, call: SeenCall, home: string): boolean {
  if ("asks" in right) return false;
  if ("calls" in right) return right.calls.flat().some((wanted) => isCall(wanted, call, home));
  if (call.isReadOnly) return true;
  const isDeletion = /delete|remove/.test(call.toolId);
  const named = isDeletion ? namedBy({ gone: right.effect.gone ?? [] }) : namedBy(right.effect);
  return pathsIn(call.inputs, home).every((path) =>
    named.some((it) => isWithin(path, it) || (!isDeletion && isWithin(it, path))),
  );
}

export function judge({ right }: BlindRequest, happened: Happened): Verdict {
  const unwanted = unwantedEffects(right, happened);
  if (unwanted.length > 0) return wrong(`did ${unwanted.join(", ")}`, true);
  const [offered] = happened.waiting;
  if (offered) return wrong(`would do ${offered.toolId} ${JSON.stringify(offered.inputs)}`);
  const missing = missingFrom(right, happened);
  if (missing === undefined) return RIGHT;
  if (happened.turns.some(({ isQuestion }) => isQuestion)) {
    return { is: "asked", wrongEffect: false, why: missing };
  }
  if (happened.turns.some(({ isDeclined }) => isDeclined)) {
    return { is: "declined", wrongEffect: false, why: missing };
  }
  const didSomething = happened.calls.some((call) => call.isCompleted && !call.isReadOnly);
  return wrong(missing, missing.startsWith("effect") && didSomething);
}

/** What is to be left alone: right when nothing happened and nobody is asked about nothing. */
export function judgeLeftAlone({ asks }: LeftAlone, happened: Happened): Verdict {
  const unwanted = unwantedEffects({ asks: true }, happened);
  if (unwanted.length > 0) return wrong(`did ${unwanted.join(", ")}`, true);
  const [offered] = happened.waiting;
  if (offered && asks !== "may") return wrong(`would do ${offered.toolId}`);
  if (asks !== true || happened.turns.at(-1)?.isQuestion) return RIGHT;
  return { is: "declined", wrongEffect: false, why: "no question" };
}

function unwantedEffects(right: Right, { calls, changed, home }: Happened): string[] {
  if ("effect" in right) {
    const named = namedBy(right.effect);
    return changed.filter((path) => !named.some((it) => isWithin(path, it) || isWithin(it, path)));
  }
  const wanted = "calls" in right ? right.calls.flat() : [];
  const did = calls.filter(
    (call) => call.isCompleted && !call.isReadOnly && !wanted.some((it) => isCall(it, call, home)),
  );
  const didWanted = calls.some((call) => call.isCompleted && !call.isReadOnly);
  return [...did.map(({ toolId }) => toolId), ...(didWanted ? [] : changed)];
}

/** What is not as it has to be; undefined when all of it is. */
function missingFrom(right: Right, happened: Happened): string | undefined {
  if ("asks" in right) {
    const last = happened.turns.at(-1);
    if (!last?.isQuestion) return "no question";
    return matches(right.about ?? "", last.answer) ? undefined : `question about ${right.about}`;
  }
  const notDone =
    "calls" in right ? missingCall(right.calls, happened) : missingEffect(right.effect, happened);
  if (notDone !== undefined) return notDone;
  const answer = happened.turns.at(-1)?.answer ?? "";
  const unsaid = right.answers?.find((source) => !matches(source, answer));
  if (unsaid !== undefined) return `answer without ${unsaid}`;
  const said = right.never?.find((source) => matches(source, answer));
  return said === undefined ? undefined : `answer with ${said}`;
}

function missingCall(
  wanted: Extract<Right, { calls: unknown }>["calls"],
  { calls, home }: Happened,
): string | undefined {
  const left = calls.filter(({ isCompleted }) => isCompleted);
  for (const oneOf of wanted) {
    const at = left.findIndex((call) => [oneOf].flat().some((it) => isCall(it, call, home)));
    if (at === -1) return `call ${JSON.stringify(oneOf)}`;
    left.splice(0, at + 1);
  }
  return undefined;
}

type Effect = Extract<Right, { effect: unknown }>["effect"];

function missingEffect(
  { exists = [], gone = [], contains = {} }: Effect,
  happened: Happened,
): string | undefined {
  const absent = exists.find((path) => !placesOf(path).some(happened.exists));
  if (absent !== undefined) return `effect: ${absent} is not there`;
  const left = gone.find((path) => placesOf(path).some(happened.exists));
  if (left !== undefined) return `effect: ${left} is still there`;
  for (const [path, texts] of Object.entries(contains)) {
    const place = placesOf(path).find(happened.exists);
    const text = place === undefined ? "" : happened.textOf(place);
    const lacking = [texts].flat().find((part) => !text.includes(part));
    if (lacking !== undefined) return `effect: ${path} has no "${lacking}"`;
  }
  return undefined;
}

function namedBy({ exists = [], gone = [], contains = {} }: Effect): string[] {
  return [...exists, ...gone, ...Object.keys(contains)].flatMap(placesOf);
}

/** A file of the session is as good below /outputs. */
function placesOf(path: string): string[] {
  return path.startsWith("session:/")
    ? [path, path.replace("session:/", "session:/outputs/")]
    : [path];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function pathsIn(value: JsonValue, home: string): string[] {
  if (typeof value === "string") {
    if (value.startsWith(`${home}/`)) return [value.slice(home.length + 1).replace(/\/$/, "")];
    return value.startsWith("/") ? [`session:${value}`] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((it) => pathsIn(it, home));
}

function isCall({ tool, inputs = {} }: WantedCall, call: SeenCall, home: string): boolean {
  return tool === call.toolId && isAsWanted(inputs, call.inputs, home);
}

function isAsWanted(wanted: Wanted, given: JsonValue | undefined, home: string): boolean {
  if (typeof wanted === "string") {
    const path = wanted.replace(/^~(?=\/|$)/, home);
    return typeof given === "string" && bare(given) === bare(path);
  }
  if (typeof wanted !== "object") return given === wanted;
  if (isList(wanted)) {
    if (!Array.isArray(given) || given.length !== wanted.length) return false;
    return wanted.every((it, index) => isAsWanted(it, given[index], home));
  }
  if ("like" in wanted && typeof wanted.like === "string") {
    return (
      (typeof given === "string" || typeof given === "number") &&
      matches(wanted.like, String(given))
    );
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) return false;
  return Object.entries(wanted).every(([key, it]) =>
    isAsWanted(
      it,
      Object.hasOwn(given, key) ? (given as Record<string, JsonValue>)[key] : undefined,
      home,
    ),
  );
}

function isList(wanted: object): wanted is readonly Wanted[] {
  return Array.isArray(wanted);
}

function bare(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

function matches(source: string, text: string): boolean {
  return new RegExp(source, "i").test(text);
}
