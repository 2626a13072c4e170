import type { Message } from "../../schema/message.ts";
import type { KnownFolder, ModelRequest } from "../model.ts";
import { answerQuestion } from "./answer-question.ts";
import { appendText } from "./append-text.ts";
import { askSystem } from "./ask-system.ts";
import { completeCalls, type Filling, type Plan, type Spoken, spoken } from "./complete-calls.ts";
import { editList } from "./edit-list.ts";
import { asking } from "./files/asking.ts";
import { chooseFiles } from "./files/choose-files.ts";
import { type FilePlan, planFiles } from "./files/file-plan.ts";
import { prefersFiles, recallAbout } from "./files/prefer.ts";
import type { Interpreting, Understanding } from "./interpret.ts";
import { knownTool } from "./known-tool.ts";
import { knownTools } from "./known-tools.ts";
import { lastCall } from "./last-call.ts";
import { listFirst } from "./list-first.ts";
import { type Mended, mendSlips } from "./mend-slips.ts";
import { patternMatcher } from "./pattern-matcher.ts";
import { askTool } from "./question.ts";
import { readCommand } from "./read-command.ts";
import { type Reading, readText } from "./reading.ts";
import { recall } from "./recall.ts";
import { narrow, referToFiles } from "./refer-to-files.ts";
import { repeatCall } from "./repeat-call.ts";
import { resolvePlaces } from "./resolve-places.ts";
import { sayDecline } from "./say-decline.ts";
import { sayHelp } from "./say-help.ts";
import { sayInFile } from "./say-in-file.ts";
import { smallTalk } from "./small-talk.ts";
import { stepsOf } from "./steps.ts";
import { isAnswer, isSamePlan, isUnplacedUnit, sayUnused, shortened } from "./unused-part.ts";

const LONGEST_TEXT = 10_000;
const TOO_LONG =
  "This message is too long for me: I read up to 10,000 characters. Save long texts as files first.";
/** Each may begin or end what is quoted, and is tried with all others: twice as many take four times as long. */
const MOST_QUOTES = 1_000;
const QUOTES = /["'`“”‘’«»]/g;
const TOO_MANY_QUOTES =
  "This message has more quotation marks than I can read: up to 1,000. Save such texts as files first.";
/** How many questions back an answer may reach. */
const MOST_QUESTIONS = 6;
const MAKE_FOLDER =
  /^\s*(?:(?:please|can you|could you|would you)\s+)*(?:make|create|add|set\s+up)\s+(?:me\s+)?(?:an?\s+|the\s+)?(?:new\s+|empty\s+)*(?:folder|directory|sub-?folder)\b(?!.*\b(?:and|then)\b)/i;
const MAKES = /(?:create|make|new)_(?:folder|directory)/;
const NO_FOLDER =
  "I cannot make an empty folder: one comes to be when something is put into it. Say for example: move notes.txt to a new folder called Archive";
const AND = /^\s*(?:and|what about|how about|or)\b[^\n]{1,80}$/i;
const YES =
  /^\s*(?:yes|yep|yeah|yup|sure|ok|okay|right|exactly|correct|please do|do it)\b[^?]{0,20}$/i;
const MOST_PLACES = 10;
const FOLLOW_UP = /^\s*(?:and|or|what about|how about|what of|now)\b[^\n]{1,80}$/i;

type Heard = Pick<
  ModelRequest,
  "messages" | "tools" | "otherTools" | "folders" | "machinePaths"
> & {
  /** Calls and their results since the last message: what was looked at to plan it. */
  readonly looked?: readonly Message[];
  /** The newest message is another one with the answer to a question put into it. */
  readonly isRetold?: boolean;
  /** The newest message was shortened, to see whether what was left out changes anything. */
  readonly isPart?: boolean;
};

/** The plan for a conversation that ends with a message of a user. Nothing is remembered. */
export async function planOf(heard: Heard, depth = 0): Promise<Plan> {
  const plan = await planWhole(heard, depth);
  const asked = heard.messages.at(-1);
  if (!asked || heard.isPart || !isAnswer(plan)) return plan;
  for (const { part, rest } of shortened(asked.content)) {
    if (isUnplacedUnit(part, plan)) return sayUnused(part, plan);
    const messages = [...heard.messages.slice(0, -1), { ...asked, content: rest }];
    const other = await planWhole({ ...heard, messages, isPart: true }, depth);
    if (isSamePlan(plan, other)) return sayUnused(part, plan);
  }
  return plan;
}

async function planWhole(heard: Heard, depth: number): Promise<Plan> {
  const { messages, tools } = heard;
  const asked = messages.at(-1);
  if (!asked) return spoken(sayHelp(tools));
  const command = readCommand(asked.content, tools);
  if (command && "problem" in command) return spoken(command.problem);
  if (command) return { calls: [{ ...command, carried: [] }] };
  if (asked.content.length > LONGEST_TEXT) return spoken(TOO_LONG);
  const quotes = asked.content.match(QUOTES)?.length ?? 0;
  if (quotes > MOST_QUOTES) return spoken(TOO_MANY_QUOTES);
  const all = knownTools(tools);
  const hasBefore = messages.some(({ role }) => role === "tool");
  const before = await planBefore(heard, depth);
  const seen = recallAbout(recall(messages.slice(0, -1), all), before);
  const recalled = narrow(seen, messages);
  const interpreting: Interpreting = { all, hasBefore, matches: patternMatcher(all), recalled };
  const now = new Date(asked.createdAt);
  const said = sayInFile(asked.content, recalled);
  const reading = await readText(said, now, heard);
  const question = await openQuestion(heard, depth);
  const retold = heard.isRetold ? undefined : (question ?? toldLast(before, heard))?.retold;
  const whole = retold?.(asked.content);
  if (whole !== undefined) {
    const retelling = [...messages.slice(0, -1), { ...asked, content: whole }];
    return planWhole({ ...heard, messages: retelling, isRetold: true }, depth);
  }
  const continued = question && answerQuestion(question, reading, interpreting);
  if (continued) return withPlaces(continued, heard);
  const talk = smallTalk(asked.content, tools);
  if (talk !== undefined) return spoken(talk);
  const chosen = before && chosenBefore(asked.content, heard, before);
  if (chosen) return chosen;
  const folder = MAKE_FOLDER.test(asked.content) && !tools.some(({ name }) => MAKES.test(name));
  if (folder) return spoken(NO_FOLDER);
  const { folders = [] } = heard;
  const saidBefore = messages.slice(0, -1).findLast(({ role }) => role === "user")?.content;
  const task = { before: saidBefore, now, tools, folders, recalled, looked: heard.looked ?? [] };
  const ofFiles = (text: string) => planFiles({ text, ...task });
  const read = ofFiles(asked.content);
  const mended = read ? undefined : mendSlips(reading, all, folders);
  const files = read ?? (mended && withSlips(ofFiles(mended.text), mended));
  // What it was preferred to is not read again: that takes longer than all the rest.
  if (depth === 0 && files?.isUnderWay && !("passed" in files.plan)) return files.plan;
  const planned = planText(reading, heard, interpreting);
  const isOfFiles = files && prefersFiles(planned, recalled, files.request, folders);
  if (isOfFiles && !("passed" in files.plan)) return files.plan;
  const looked = isOfFiles && "passed" in files.plan ? { looked: files.plan.passed } : {};
  const system = "calls" in planned ? undefined : askSystem(asked.content, tools);
  if (system) return system;
  if ("calls" in planned || "reply" in planned) {
    return { ...withPlaces(planned, heard), ...looked };
  }
  const slips = mended ?? mendSlips(reading, all, folders);
  const second = slips && planText(await readText(slips.text, now, heard), heard, interpreting);
  if (second && "calls" in second && !passesOn(second, slips, folders)) {
    return { ...afterSlip(second, slips), ...looked };
  }
  const others = heard.otherTools?.() ?? [];
  const declined = sayDecline({ understood: planned, reading, tools, others, interpreting });
  return { ...spoken(declined), ...looked };
}

/** What one text asks for, as the conversation before it stands. */
function planText(reading: Reading, { messages }: Heard, interpreting: Interpreting) {
  const { recalled, all } = interpreting;
  const edited = editList(reading.text, recalled, all) ?? appendText(reading, interpreting);
  if (edited) return edited;
  const referred = referToFiles(reading, recalled, messages);
  if (referred && !("words" in referred)) return referred;
  return fresh(referred ?? reading, interpreting, lastCall(messages, all));
}

type Called = Extract<Plan, { calls: unknown }>;

/** Looking something up may rest on a guess at what was meant, and says so; an effect may not. */
function afterSlip(plan: Called, { text }: Mended): Plan {
  if (plan.calls.every(({ tool }) => !knownTool(tool).effectful)) {
    return { ...plan, note: `I read this as: ${text}` };
  }
  const question = `I did nothing, because I am not sure. Did you mean this?\n- \`${text}\``;
  const asked = asking(question, { name: "answer", description: "Yes, or what you mean" });
  return { ...asked, ...lookedFor(plan), retold: (said) => (YES.test(said) ? text : undefined) };
}

function withSlips(files: FilePlan | undefined, mended: Mended): FilePlan | undefined {
  if (!files || !("calls" in files.plan)) return files;
  return { ...files, plan: afterSlip(files.plan, mended) };
}

function lookedFor({ looked }: Plan) {
  return looked === undefined ? {} : { looked };
}

/** A word that nobody said is no value for a tool, unless it is a folder's name. */
function passesOn({ calls }: Called, { words }: Mended, folders: readonly KnownFolder[]): boolean {
  const own = words.filter((word) => !folders.some(({ name }) => name === word));
  const inputs = calls.map(({ input }) => JSON.stringify(input).toLowerCase()).join(" ");
  return own.some((word) => inputs.includes(word));
}

/** A question about a place names the places that are known. */
function withPlaces(plan: Plan, { folders = [] }: Heard): Plan {
  if (!("reply" in plan) || !plan.isPlace || folders.length === 0) return plan;
  const names = folders.slice(0, MOST_PLACES).map(({ name }) => name);
  const { reply } = plan;
  return { ...plan, reply: { ...reply, text: `${reply.text} I know: ${names.join(", ")}.` } };
}

/** How the message before the newest was planned, where something had to be looked at for it. */
async function planBefore(heard: Heard, depth: number): Promise<Plan | undefined> {
  const { messages } = heard;
  const at = messages.slice(0, -1).findLastIndex(({ role }) => role === "user");
  const since = messages.slice(at + 1, -1);
  if (at < 0 || depth === MOST_QUESTIONS || !since.some(({ role }) => role === "tool")) {
    return undefined;
  }
  const plan = await planOf(
    { ...heard, messages: messages.slice(0, at + 1), looked: since },
    depth + 1,
  );
  return plan.looked === undefined ? undefined : plan;
}

/** What was said last, where something had to be looked at for it. */
function toldLast(before: Plan | undefined, { messages }: Heard): Spoken | undefined {
  const isIt = before && "reply" in before && before.reply.text === messages.at(-2)?.content;
  return isIt ? before : undefined;
}

/** "the second one", in answer to which file is meant. */
function chosenBefore(text: string, heard: Heard, before: Plan): Plan | undefined {
  const told = toldLast(before, heard);
  if (!told?.choice) return undefined;
  const files = chooseFiles(text, told.choice);
  return files.length > 0 ? told.choice.take(files) : undefined;
}

/** The question that the newest message answers: what was said before it is planned again. */
async function openQuestion(heard: Heard, depth: number): Promise<Spoken | undefined> {
  const { messages } = heard;
  const [asked, question] = messages.slice(-3);
  if (depth === MOST_QUESTIONS || asked?.role !== "user" || question?.role !== "assistant") {
    return undefined;
  }
  const plan = await planOf({ ...heard, messages: messages.slice(0, -2) }, depth + 1);
  const isIt = "reply" in plan && plan.reply.questions && plan.reply.text === question.content;
  return isIt ? plan : undefined;
}

function fresh(
  reading: Reading,
  interpreting: Interpreting,
  earlier: Filling | undefined,
): Plan | Understanding {
  // "and in documents?" keeps what else was asked for.
  const same = AND.test(reading.text) && followUp(earlier, reading, interpreting);
  if (same) return completeCalls([same]);
  const understood = stepsOf(reading, interpreting);
  if (!("kind" in understood)) {
    const asked = understood.find((step) => step.kind === "ask");
    const first = asked && listFirst(reading, interpreting);
    if (first) return first;
    const parses = understood.map(({ parse }) => parse);
    const { steps, open } = resolvePlaces(parses, earlier);
    return completeCalls(steps, open ?? (asked?.kind === "ask" ? asked.field.name : undefined));
  }
  if (understood.kind === "choose") {
    return { reply: askTool(understood.parses), parses: understood.parses };
  }
  const first = listFirst(reading, interpreting);
  if (first) return first;
  const again = FOLLOW_UP.test(reading.text) && followUp(earlier, reading, interpreting);
  if (again) return completeCalls([again]);
  return understood;
}

/** "and in Rome?": the last call again with another value, if it only reads. */
function followUp(
  earlier: Filling | undefined,
  reading: Reading,
  interpreting: Interpreting,
): Filling | undefined {
  return earlier && !earlier.known.effectful
    ? repeatCall(earlier, reading, interpreting)
    : undefined;
}
