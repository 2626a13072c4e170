import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { ActionUnderTest, AgentUnderTest, ConformanceItem } from "./agent-under-test.ts";
import { answerProblems, codeOf } from "./check-answer.ts";
import { pathsIn, readCases, type TestCase, type TestCases } from "./test-cases.ts";
import { SECRET, type TestCall } from "./test-place.ts";

type Judged = {
  readonly answer: JsonValue;
  /** What the answer breaks, or why there is none. */
  readonly problems: readonly string[];
  readonly changed: readonly string[];
};

const REFUSALS = ["PATH_NOT_GRANTED", "PATH_DENIED"];
const MAX_SAID = 3;

/**
 * Tries every declared action against what the specification asks of all: that it does what it is for,
 * fails in plain words, changes nothing in a rehearsal, asks before it destroys, and keeps to the
 * folders that were opened. Each call has folders of its own.
 */
export async function conformAgent(
  agent: AgentUnderTest,
  signal?: AbortSignal,
): Promise<readonly ConformanceItem[]> {
  const cases = readCases(agent.cases, agent.actions);
  const items = cases.problems.map((problem) => judged("cases", [problem], ""));
  items.push(await unknownAction(agent, cases));
  for (const action of agent.actions) {
    signal?.throwIfAborted();
    const own = cases.cases.filter((one) => one.action === action.name);
    items.push(...(await tryAction(agent, action, { ...cases, cases: own })));
  }
  return items;
}

async function tryAction(
  agent: AgentUnderTest,
  action: ActionUnderTest,
  { files, cases }: TestCases,
): Promise<readonly ConformanceItem[]> {
  const attempt: Attempt = (call) =>
    tryCall(agent, files, {
      action: action.name,
      params: {},
      dryRun: false,
      confirmed: false,
      ...call,
    });
  const good = cases.filter(({ expect }) => expect.error === undefined);
  const [first] = good;
  const [done, dry, asked, errors, outside] = await Promise.all([
    collect(good, (one) => happyPath(action, one, attempt)),
    collect(good, (one) => dryRun(one, attempt)),
    collect(good, (one) => confirmation(action, one, attempt)),
    errorCases(action, cases, attempt),
    first ? pathOutside(action, first, attempt) : undefined,
  ]);
  const item = (what: string, problems: readonly string[], message: string) =>
    judged(`${action.name}: ${what}`, problems, message);
  const asks = asked.some(({ asks: yes }) => yes);
  return [
    happyItem(action, good, done),
    item("errors", errors, "plain words"),
    item("dry run", dry.flat(), "nothing changed"),
    ...(asks || action.destructive
      ? [
          item(
            "confirmation",
            asked.flatMap(({ problems }) => problems),
            "asks first, then does it",
          ),
        ]
      : []),
    ...(outside ? [item("path outside", outside, "refused")] : []),
  ];
}

type Attempt = (call: Partial<TestCall>) => Promise<Judged>;

function collect<T>(cases: readonly TestCase[], each: (one: TestCase) => Promise<T>): Promise<T[]> {
  return Promise.all(cases.map(each));
}

type Done = {
  readonly problems: readonly string[];
  /** The error that it answered for want of a network. */
  readonly unreached?: string | undefined;
};

/** What needs the network cannot be seen to work without one, only to fail as it should (I39). */
function happyItem(
  { name }: ActionUnderTest,
  good: readonly TestCase[],
  done: readonly Done[],
): ConformanceItem {
  const problems = done.flatMap((one) => one.problems);
  const item = judged(`${name}: happy path`, problems, count(good.length, "case"));
  const code = done.find(({ unreached }) => unreached !== undefined)?.unreached;
  if (code === undefined || item.state === "failed") return item;
  const message = `A test has no network: it answered ${code}, in plain words. Try it by hand.`;
  return { ...item, state: "skipped", message };
}

async function happyPath(action: ActionUnderTest, one: TestCase, attempt: Attempt): Promise<Done> {
  const tried = await attempt({ params: one.params, confirmed: true });
  const { answer, problems, changed } = tried;
  if (problems.length > 0) return { problems };
  const { status } = fieldsOf(answer);
  if (status === "success") return { problems: successProblems(action, one, tried) };
  const code = codeOf(answer);
  if (action.usesNetwork && code !== undefined) {
    const left = when(changed.length > 0, `It failed, and had changed ${listed(changed)}.`);
    return { problems: left, unreached: code };
  }
  return { problems: [`It answered "${status}" (${code ?? "no code"}).`] };
}

function successProblems(
  { changes }: ActionUnderTest,
  { expect }: TestCase,
  { answer, changed }: Judged,
): readonly string[] {
  const { result, metadata } = fieldsOf(answer);
  const claimed = isJsonObject(metadata) ? metadata.files_affected : undefined;
  const text = JSON.stringify(result ?? null);
  const { resultIncludes: wanted, filesAffected: files } = expect;
  return [
    ...when(
      wanted !== undefined && !text.includes(wanted),
      `Its result has no "${wanted}" in it: ${text.slice(0, 200)}`,
    ),
    ...when(
      files !== undefined && claimed !== files,
      `It says that it changed ${claimed} files instead of ${files}.`,
    ),
    ...when(!changes && changed.length > 0, `It only reads, and changed ${listed(changed)}.`),
    ...when(claimed === 0 && changed.length > 0, `It says nothing of changing ${listed(changed)}.`),
    ...when(
      typeof claimed === "number" && claimed > 0 && changed.length === 0,
      `It says that it changed ${claimed} files, and nothing is changed.`,
    ),
  ];
}

async function dryRun({ params }: TestCase, attempt: Attempt): Promise<readonly string[]> {
  // Confirmed: a rehearsal stays one, whatever a person has said.
  const { answer, problems, changed } = await attempt({ params, dryRun: true, confirmed: true });
  const { status } = fieldsOf(answer);
  return [
    ...problems,
    ...when(problems.length === 0 && status !== "success", `It answered "${status}".`),
    ...when(changed.length > 0, `It changed ${listed(changed)}.`),
  ];
}

async function confirmation(
  { name, destructive }: ActionUnderTest,
  { params, expect }: TestCase,
  attempt: Attempt,
): Promise<{ readonly asks: boolean; readonly problems: readonly string[] }> {
  const { answer, problems, changed } = await attempt({ params });
  const { status, confirmation_action: again } = fieldsOf(answer);
  const asks = status === "confirmation_required";
  const mustAsk = expect.asks ?? destructive;
  return {
    asks,
    problems: [
      ...problems,
      ...when(mustAsk && !asks, `It answered "${status}" instead of asking first.`),
      ...when(asks && changed.length > 0, `It asked, and had changed ${listed(changed)}.`),
      ...when(asks && expect.asks === false, "It asks, and its case says that it does not."),
      ...when(asks && !isAgain(again, name), '"confirmation_action" is not the same call again.'),
    ],
  };
}

function isAgain(value: JsonValue | undefined, name: string): boolean {
  if (!isJsonObject(value) || value.action !== name) return false;
  return isJsonObject(value.params) && value.params.confirmed === true;
}

async function errorCases(
  action: ActionUnderTest,
  cases: readonly TestCase[],
  attempt: Attempt,
): Promise<readonly string[]> {
  const [first] = cases;
  const paths = first ? pathsIn(first.params, action) : [];
  const missing = Object.fromEntries(paths.map((key) => [key, "{folder}/no-such-place/at-all"]));
  const written = cases.filter(({ expect }) => expect.error !== undefined);
  const problems = await Promise.all([
    attempt({ params: {} }).then((tried) => tried.problems),
    attempt({ params: { ...first?.params, ...missing }, dryRun: true }).then((it) => it.problems),
    ...written.map(async ({ params, expect }) => {
      const { answer, problems: found, changed } = await attempt({ params, confirmed: true });
      const code = codeOf(answer);
      return [
        ...found,
        ...when(code !== expect.error, `It answered ${code ?? "no error"}, not ${expect.error}.`),
        ...when(changed.length > 0, `It failed, and had changed ${listed(changed)}.`),
      ];
    }),
  ]);
  return problems.flat();
}

/** Each path by itself: one that is not looked at is enough to get out. */
async function pathOutside(
  action: ActionUnderTest,
  { params }: TestCase,
  attempt: Attempt,
): Promise<readonly string[] | undefined> {
  const paths = pathsIn(params, action);
  if (paths.length === 0) return undefined;
  const problems = await Promise.all(
    paths.map(async (key) => {
      const asked = { ...params, [key]: "{outside}/secret.txt" };
      const {
        answer,
        problems: found,
        changed,
      } = await attempt({ params: asked, confirmed: true });
      const code = codeOf(answer) ?? "no error";
      return [
        ...found,
        ...when(!REFUSALS.includes(code), `"${key}" outside: ${code} instead of PATH_NOT_GRANTED.`),
        ...when(changed.length > 0, `It changed ${listed(changed)}.`),
        ...when(JSON.stringify(answer).includes(SECRET), "It told what is in a file outside."),
      ];
    }),
  );
  return problems.flat();
}

async function unknownAction(
  agent: AgentUnderTest,
  { files }: TestCases,
): Promise<ConformanceItem> {
  const call = { action: "no_such_action", params: {}, dryRun: false, confirmed: false };
  const { answer, problems } = await tryCall(agent, files, call);
  const code = codeOf(answer);
  const wrong = when(code !== "UNKNOWN_ACTION", `It answered ${code ?? "no error"}.`);
  return judged("unknown action", [...problems, ...wrong], "UNKNOWN_ACTION");
}

async function tryCall(
  agent: AgentUnderTest,
  files: ReadonlyMap<string, string>,
  call: TestCall,
): Promise<Judged> {
  const { answer = null, raised, changed } = await agent.run(call, files);
  const problems =
    raised === undefined ? answerProblems(answer) : [`It raised an error: ${raised}`];
  return { answer, problems, changed };
}

function fieldsOf(answer: JsonValue): JsonObject {
  return isJsonObject(answer) ? answer : {};
}

function when(holds: boolean, problem: string): string[] {
  return holds ? [problem] : [];
}

function listed(paths: readonly string[]): string {
  const more = paths.length - MAX_SAID;
  return `${paths.slice(0, MAX_SAID).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function judged(name: string, problems: readonly string[], message: string): ConformanceItem {
  const wrong = [...new Set(problems)];
  if (wrong.length === 0) return { name, state: "passed", message };
  return { name, state: "failed", message: wrong.slice(0, 2 * MAX_SAID).join(" ") };
}
