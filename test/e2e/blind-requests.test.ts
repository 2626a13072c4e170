import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openModel } from "../../src/app/open-model.ts";
import { SHIPPED_PACKS } from "../../src/app/shipped-packs.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { CapstanError } from "../../src/base/errors.ts";
import { turnOfIntent } from "../../src/base/intent-id.ts";
import { cardsOf } from "../../src/cli/field-rows.ts";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { findIntent, type Intent } from "../../src/features/intents/find-intent.ts";
import { startIntent } from "../../src/features/intents/start-intent.ts";
import { giveAccess } from "../../src/gate/access/give-access.ts";
import { createUsualFolders } from "../../src/sandbox/machine/usual-folders.ts";
import { ADMIN, type Harness, OWNER, openHarness } from "../harness.ts";
import { longTest } from "../runs.ts";
import { changesBetween, makeBlindHome } from "./blind/blind-home.ts";
import {
  type Happened,
  isRightCall,
  judge,
  judgeLeftAlone,
  type SeenCall,
  type Verdict,
} from "./blind/judge.ts";
import { type BlindRequest, LEAVE_ALONE, REQUESTS, type Right } from "./blind-requests.ts";

const FILE_AGENT = "agent:file_agent";
const AGENTS = [FILE_AGENT, "agent:system_agent"];
const TURN_MS = 15_000;

let folder: string;
let home: string;
let files: ReturnType<typeof makeBlindHome>;
let harness: Harness;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-blind-")));
  home = join(folder, "ana");
  files = makeBlindHome(home);
  harness = await openHarness({
    machine: "here",
    clock: systemClock,
    model: openModel("offline"),
    capabilities: [],
    shippedPacks: SHIPPED_PACKS,
    packFolders: [],
    contentFolder: join(folder, "content"),
  });
  const { gate } = harness;
  Object.assign(gate.folders, { usual: createUsualFolders(home) });
  for (const id of AGENTS) {
    await vi.waitUntil(() => gate.catalog.getCapability(id), { timeout: 15_000 });
  }
}, 60_000);

afterAll(async () => {
  await harness?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** All messages of a conversation, one after the other, in a home as it was at the beginning. */
async function converse(
  { says, on }: Pick<BlindRequest, "says" | "on">,
  right: Right,
): Promise<Happened> {
  files.restoreIfChanged();
  const { engine, gate } = harness;
  // A root is known by its device and inode: a home that was made again is opened again.
  const paths = [{ root: home, verbs: ["read" as const, "write" as const], sessionId: null }];
  await giveAccess(gate, FILE_AGENT, { paths, hosts: [] }, ADMIN);
  let sessionId =
    on === undefined ? undefined : (await harness.openSession({ agentId: undefined }, OWNER)).id;
  const turns: Happened["turns"][number][] = [];
  const calls: SeenCall[] = [];
  const waiting: SeenCall[] = [];
  for (const text of [says].flat()) {
    const id = await startIntent(engine, { text, sessionId }, OWNER).catch(refusalIn);
    if (typeof id !== "string") {
      turns.push({ answer: id.message, isQuestion: false, isDeclined: true });
      continue;
    }
    const intent = await runWhatIsRight(id, right);
    sessionId = intent.sessionId;
    const made = await callsOf(intent);
    calls.push(...made);
    const offered = await waitingCalls(intent);
    waiting.push(...offered);
    turns.push(describeTurn(intent, made, offered.length > 0));
  }
  const session = await sessionTexts(sessionId ?? "");
  const after = files.look();
  return {
    home,
    calls,
    turns,
    waiting,
    changed: [...changesBetween(files.before, after), ...session.keys()],
    exists: (path) => after.has(path) || session.has(path),
    textOf: (path) => session.get(path) ?? readFileSync(join(home, path), "utf8"),
  };
}

function refusalIn(error: unknown): CapstanError {
  if (error instanceof CapstanError) return error;
  throw error;
}

/** Chooses the card that is right, if there is one, and runs what is right of what waits. */
async function runWhatIsRight(started: string, right: Right): Promise<Intent> {
  const { engine, gate } = harness;
  let id = started;
  for (;;) {
    const intent = await findIntent(engine, id, OWNER, TURN_MS);
    const card = rightCard(intent, right);
    if (card !== undefined) {
      id = await startIntent(engine, { text: card, sessionId: intent.sessionId }, OWNER);
      continue;
    }
    const asked = intent.inputRequest?.approvalIds ?? [];
    const calls = await waitingCalls(intent);
    if (asked.length === 0 || !calls.every((call) => isRightCall(right, call, home))) return intent;
    for (const approval of asked) {
      const isOpen = (await gate.store.approvals.get(approval))?.state === "pending";
      if (isOpen) await answerApproval(engine, approval, { type: "run" }, ADMIN);
    }
  }
}

function rightCard({ inputRequest }: Intent, right: Right): string | undefined {
  const { kind, reason = "", fields = [] } = inputRequest ?? {};
  const cards = kind === "fields" ? cardsOf({ kind, reason, fields }) : [];
  const fits = cards.find(({ steps, missing }) => {
    const calls = steps.map(({ tool_id: toolId, inputs }) => {
      return seenCall(toolId, inputs as SeenCall["inputs"], false);
    });
    return missing.length === 0 && calls.every((call) => isRightCall(right, call, home));
  });
  return fits?.value;
}

async function waitingCalls({ inputRequest }: Intent): Promise<SeenCall[]> {
  const ids = inputRequest?.approvalIds ?? [];
  const approvals = await Promise.all(ids.map((id) => harness.gate.store.approvals.get(id)));
  return approvals.flatMap((it) => (it ? [seenCall(it.toolId, it.inputs, false)] : []));
}

async function callsOf({ id, sessionId }: Intent): Promise<SeenCall[]> {
  const { turn = 0 } = turnOfIntent(id) ?? {};
  const messages = await harness.store.sessions.conversation(sessionId, turn, turn - 1);
  const made = messages.flatMap(({ toolCalls = [] }) => toolCalls);
  return made.map(({ id: call, toolId, input }) => {
    const told = messages.find(({ invocationId }) => invocationId === call);
    const hasFailed = /^\{"state":"(?!completed)/.test(told?.content ?? "");
    return seenCall(toolId ?? "", input, told !== undefined && !hasFailed);
  });
}

function seenCall(toolId: string, inputs: SeenCall["inputs"], isCompleted: boolean): SeenCall {
  const isReadOnly = harness.gate.catalog.getTool(toolId)?.behaviour.readOnly ?? false;
  return { toolId, inputs, isReadOnly, isCompleted };
}

function describeTurn(
  { state, report, inputRequest }: Intent,
  made: readonly SeenCall[],
  isApproval: boolean,
): Happened["turns"][number] {
  const fields = JSON.stringify(inputRequest?.fields ?? []);
  const answer =
    `${report ?? ""} ${inputRequest?.reason ?? ""} ${inputRequest ? fields : ""}`.trim();
  const isQuestion =
    !isApproval && (inputRequest !== null || (made.length === 0 && /\?\s*$/.test(answer)));
  const refuses = /^(?:I |This agent|There is no|All right|Nothing)/.test(answer);
  const isDeclined =
    state === "blocked" ||
    state === "failed" ||
    /^Nothing is changed yet/m.test(answer) ||
    (made.length === 0 && !isQuestion && refuses);
  return { answer, isQuestion, isDeclined };
}

async function sessionTexts(sessionId: string): Promise<ReadonlyMap<string, string>> {
  const own = harness.engine.filesOf(sessionId);
  const texts = new Map<string, string>();
  for (const { path, isDirectory } of await own.list("/", { recursive: true })) {
    if (isDirectory || path.startsWith("/.")) continue;
    texts.set(`session:${path}`, Buffer.from(await own.read(path, 0, 100_000)).toString());
  }
  return texts;
}

type Judged = Verdict & { readonly says: string; readonly happened: Happened };

async function runHalf(half: BlindRequest["half"]): Promise<readonly [Judged[], Judged[]]> {
  const [asked, leftAlone]: [Judged[], Judged[]] = [[], []];
  for (const request of REQUESTS.filter((it) => it.half === half)) {
    const happened = await converse(request, request.right);
    asked.push({ ...judge(request, happened), says: String(request.says), happened });
  }
  for (const entry of LEAVE_ALONE.filter((it) => it.half === half)) {
    const happened = await converse(entry, { asks: true });
    leftAlone.push({ ...judgeLeftAlone(entry, happened), says: String(entry.says), happened });
  }
  return [asked, leftAlone];
}

function figures(half: string, [asked, leftAlone]: readonly [Judged[], Judged[]]): string {
  const count = (of: readonly Judged[], is: Verdict["is"]) =>
    of.filter((it) => it.is === is).length;
  const effects = [...asked, ...leftAlone].filter(({ wrongEffect }) => wrongEffect).length;
  return `${half}: ${count(asked, "right")} of ${asked.length} right, ${count(asked, "asked")} asked instead, ${count(asked, "declined")} declined instead, ${count(asked, "wrong")} WRONG; ${count(leftAlone, "right")} of ${leftAlone.length} left alone; ${effects} wrong effects\n`;
}

test("what is right, asked about, and done to the wrong file is told apart", async () => {
  const is = async (says: string | string[], right: Right) => {
    const request: BlindRequest = { says, right, half: "tuning" };
    const { is: verdict, wrongEffect } = judge(request, await converse(request, right));
    return wrongEffect ? "wrong effect" : verdict;
  };
  const list = "list the files in ~/Pictures";
  const inputs = { path: "~/Pictures" };
  const calls = [{ tool: `${FILE_AGENT}:list_files`, inputs }];
  expect(await is(list, { calls, answers: ["cat\\.png"] })).toBe("right");
  expect(await is(list, { calls, never: ["cat\\.png"] })).toBe("wrong");
  const rename = "rename ~/Pictures/cat.png to lion.png";
  const [before, after] = ["Pictures/cat.png", "Pictures/lion.png"];
  expect(await is(rename, { effect: { exists: [after], gone: [before] } })).toBe("right");
  expect(await is(rename, { effect: { gone: [before] } })).toBe("wrong effect");
  expect(await is(rename, { effect: { gone: ["Pictures/birthday.jpg"] } })).toBe("asked");
  const write = `write "hello there" to ${home}/Desktop/hi.txt`;
  const contains = { "Desktop/hi.txt": "hello there" };
  expect(await is(write, { effect: { contains } })).toBe("right");
  expect(await is("write hello to hi.txt", { calls: [] })).toBe("right");
  const untouched: Right = { calls: [] };
  const happened = await converse({ says: list }, untouched);
  const request: BlindRequest = { says: list, right: untouched, half: "tuning" };
  const changed = ["Pictures/cat.png"];
  expect(judge(request, { ...happened, changed })).toMatchObject({
    is: "wrong",
    wrongEffect: true,
  });
}, 60_000);

test("a copy that was told of is deleted by its name, and never all of them", async () => {
  const look = "find duplicates in my downloads";
  const right: Right = { effect: { gone: ["Downloads/IMG_2042 (1).jpg"] } };
  const verdict = async (second: string) => {
    const request: BlindRequest = { says: [look, second], right, half: "tuning" };
    return judge(request, await converse(request, right)).is;
  };
  expect(await verdict("delete IMG_2042 (1).jpg")).toBe("right");
  expect(await verdict("delete them")).toMatch(/^(?:asked|declined)$/);
  expect(await verdict("delete it")).toMatch(/^(?:asked|declined)$/);
}, 60_000);

longTest(
  "requests by somebody who had not read the reader never have a wrong effect",
  async () => {
    const judged = await runHalf("tuning");
    process.stdout.write(figures("tuning", judged));
    const wrongEffects = judged.flat().filter(({ wrongEffect }) => wrongEffect);
    expect(wrongEffects.map(({ says, why }) => `${says}: ${why}`)).toEqual([]);
  },
  120_000,
);

// Only counted: nothing is changed because of it, and nothing more than figures is shown.
longTest(
  "those that are held out are counted",
  async () => {
    const judged = await runHalf("held out");
    process.stdout.write(figures("held out", judged));
    expect(judged[0].length).toBeGreaterThan(0);
  },
  120_000,
);
